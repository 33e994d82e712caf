package jfs.bench.software;

import java.net.URI;
import javax.jms.BytesMessage;
import javax.jms.Connection;
import javax.jms.DeliveryMode;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Queue;
import javax.jms.Session;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;

/** A message broker; a consumer in the broker's JVM answers the client's requests. */
final class ActiveMq implements Software {

  private static final int BYTES = 1000;
  private static final long PATIENCE_MILLIS = 20_000;

  private Connection connection;

  @Override
  public int serve() throws Exception {
    BrokerService broker = new BrokerService();
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    TransportConnector connector = broker.addConnector("tcp://127.0.0.1:0");
    broker.start();
    broker.waitUntilStarted();
    URI inside = broker.getVmConnectorURI();
    Connection own = new ActiveMQConnectionFactory(inside).createConnection();
    answer(own.createSession(false, Session.AUTO_ACKNOWLEDGE));
    drain(own.createSession(false, Session.AUTO_ACKNOWLEDGE));
    own.start();
    return connector.getConnectUri().getPort();
  }

  private static void answer(Session session) throws Exception {
    MessageProducer answers = session.createProducer(null);
    answers.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    session
        .createConsumer(session.createQueue("requests"))
        .setMessageListener(
            request -> {
              try {
                answers.send(request.getJMSReplyTo(), session.createTextMessage("answer"));
              } catch (javax.jms.JMSException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void drain(Session session) throws Exception {
    session.createConsumer(session.createQueue("sent")).setMessageListener(message -> {});
  }

  private static Connection connect(int port) throws Exception {
    Connection made = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port).createConnection();
    made.start();
    return made;
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    if (name.equals("connect")) {
      return () -> {
        Connection brief = connect(port);
        brief.createSession(false, Session.AUTO_ACKNOWLEDGE);
        brief.close();
      };
    }
    if (connection == null) {
      connection = connect(port);
    }
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    return name.equals("send") ? sending(session) : requesting(session);
  }

  private static MessageProducer producer(Session session, String queue) throws Exception {
    MessageProducer producer = session.createProducer(session.createQueue(queue));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    return producer;
  }

  private static Operation sending(Session session) throws Exception {
    MessageProducer producer = producer(session, "sent");
    byte[] body = new byte[BYTES];
    return () -> {
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(body);
      producer.send(message);
    };
  }

  private static Operation requesting(Session session) throws Exception {
    MessageProducer producer = producer(session, "requests");
    Queue answers = session.createTemporaryQueue();
    MessageConsumer consumer = session.createConsumer(answers);
    return () -> {
      Message request = session.createTextMessage("request");
      request.setJMSReplyTo(answers);
      producer.send(request);
      if (consumer.receive(PATIENCE_MILLIS) == null) {
        throw new IllegalStateException("no answer");
      }
    };
  }
}
