/* The tests of verbs_lab_test; each runs in a process of its own. */
#ifndef JFS_TEST_VERBS_LAB_H
#define JFS_TEST_VERBS_LAB_H

void lab_devices(void);
void lab_connects(void);
void lab_connects6(void);
void lab_refused(void);
void lab_unanswered(void);
void lab_transfers(void);
void lab_transfers_narrowly(void);
void lab_sleeps(void);
void lab_slots(void);
void lab_regions(void);
void lab_killed(void);
void lab_abandons(void);
void lab_little_memory(void);
void lab_device_gone(void);
void lab_link_down(void);

#endif
