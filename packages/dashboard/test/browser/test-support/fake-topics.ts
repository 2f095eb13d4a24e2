import type { Page } from 'playwright-core';
import type { ClientMessage, TopicEvent } from '../../../src/protocol/index.ts';

/**
 * Returns events of some topics in place of the server; everything else is the server's. `onFollowed` gets what sends
 * further events of such a topic.
 */
export function fakeTopics(
  events: Partial<Record<TopicEvent['topic'], TopicEvent>>,
  onFollowed: (send: (event: TopicEvent) => void) => void = () => undefined,
): (page: Page) => Promise<void> {
  return (page) =>
    page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const message = JSON.parse(String(text)) as ClientMessage;
        const event = message.type === 'subscribe' ? events[message.to.topic] : undefined;
        if (!event) {
          server.send(text);
          return;
        }
        const send = (next: TopicEvent): void => {
          socket.send(JSON.stringify({ type: 'event', id: message.id, event: next }));
        };
        send(event);
        onFollowed(send);
      });
      server.onMessage((text) => {
        socket.send(text);
      });
    });
}
