import type { ReactNode } from 'react';
import type { ObjectEvent, ObjectRef } from '../../protocol/index.ts';
import { Conditions } from './conditions.tsx';
import { EventText, eventFacts } from './event-text.tsx';
import { Metadata } from './metadata.tsx';
import { Notices } from './notices.tsx';
import { contentOf, ObjectContent } from './object-content.tsx';
import styles from './object-summary.module.css';
import { OwnerTree } from './owner-tree.tsx';

/** How an object does: its conditions, what it belongs to and owns, and what was said about it. */
export function ObjectSummary(properties: {
  readonly target: ObjectRef;
  readonly event: ObjectEvent;
  readonly at: string | undefined;
  /** What else there is to say first. */
  readonly notice?: ReactNode;
}): ReactNode {
  const { target, event, at, notice } = properties;
  const { object } = event;
  if (!object) return null;
  const facts = eventFacts(object);
  const content = contentOf(object);
  return (
    <div className={styles['summary']}>
      {notice}
      <div className={styles['column']}>
        {facts && (
          <Panel title="Message">
            <EventText facts={facts} />
          </Panel>
        )}
        {content && (
          <Panel title="Content">
            <ObjectContent content={content} />
          </Panel>
        )}
        {('spec' in object || 'status' in object) && (
          <Panel title="Conditions">
            <Conditions object={object} />
          </Panel>
        )}
        <Panel title="Owners and owned objects">
          <OwnerTree target={target} at={at} />
        </Panel>
      </div>
      <div className={styles['column']}>
        <Panel title="Events">
          <Notices notices={event.events} unread={event.eventsUnread} />
        </Panel>
        <Panel title="Metadata">
          <Metadata object={object} />
        </Panel>
      </div>
    </div>
  );
}

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles['panel']} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
