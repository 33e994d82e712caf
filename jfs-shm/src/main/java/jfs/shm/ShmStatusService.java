package jfs.shm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jfs.core.config.Option;
import jfs.core.stats.JvmStatus;
import jfs.core.stats.StatusService;
import jfs.shm.control.RendezvousDirectory;
import jfs.shm.control.StatusClient;

/** Asks the JVMs in a rendezvous directory about their connections, by a {@link StatusClient}. */
public final class ShmStatusService implements StatusService {

  @Override
  public Option parentOption() {
    return ShmOptions.SHM_DIR;
  }

  @Override
  public Path folder(String parent) throws IOException {
    return RendezvousDirectory.folder(parent);
  }

  @Override
  public List<String> present(Path folder, int user) throws IOException {
    return StatusClient.present(folder, user);
  }

  @Override
  public JvmStatus ask(Path folder, String name, int user, boolean each) throws IOException {
    return StatusClient.of(folder, name, user, each);
  }

  @Override
  public String trouble(Path folder) {
    ShmCheck check = new ShmCheck(folder);
    return check.isUsable() ? "" : check.place();
  }
}
