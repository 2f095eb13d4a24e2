import type { ReactNode } from 'react';
import type { ShownObject } from '../../protocol/index.ts';
import { isRecord } from '../edit/schema/check-value.ts';
import { NamedObject } from '../kinds/object-link.tsx';
import { Badge } from '../parts/badge.tsx';
import { visibleText } from '../text/visible-text.ts';

/** What an Event of either API says, and about which object. */
interface EventFacts {
  readonly reason: string;
  readonly message: string;
  readonly warning: boolean;
  readonly about: { readonly groupKind: string; readonly namespace: string; readonly name: string };
}

/** Reads an Event; undefined for other objects. */
export function eventFacts(object: ShownObject): EventFacts | undefined {
  if (object.kind !== 'Event' || !/^(events[.]k8s[.]io\/)?v1$/.test(object.apiVersion)) return undefined;
  const about = fieldOf(object, 'involvedObject') ?? fieldOf(object, 'regarding');
  const [group, version] = textOf(about, 'apiVersion').split('/');
  const kind = textOf(about, 'kind');
  return {
    reason: textOf(object, 'reason'),
    message: visibleText(textOf(object, 'message') || textOf(object, 'note')),
    warning: textOf(object, 'type') === 'Warning',
    about: {
      groupKind: version === undefined ? kind : `${kind}.${group}`,
      namespace: textOf(about, 'namespace'),
      name: textOf(about, 'name'),
    },
  };
}

/** The sentence of an Event. */
export function EventText({ facts }: { readonly facts: EventFacts }): ReactNode {
  const { reason, message, warning, about } = facts;
  return (
    <>
      <p>
        <Badge tone={warning ? 'bad' : 'neutral'}>{reason}</Badge> {message}
      </p>
      <p>
        About {about.groupKind}{' '}
        <NamedObject
          groupKind={about.groupKind}
          name={about.name}
          namespace={about.namespace === '' ? undefined : about.namespace}
        />
      </p>
    </>
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}
