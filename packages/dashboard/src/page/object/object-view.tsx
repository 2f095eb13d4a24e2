import { type ReactNode, useState } from 'react';
import type { ObjectRef, ServedKind } from '../../protocol/index.ts';
import { useTopic } from '../connection/use-connection.ts';
import { groupKind, kindRef } from '../kinds/find-kind.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState, FailureMessage, Loading } from '../parts/message.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { Link } from '../route/link.tsx';
import { go, replaceRoute } from '../route/location.ts';
import type { ObjectRoute, ObjectsRoute } from '../route/route.ts';
import { ObjectSummary } from './object-summary.tsx';
import { ObjectYaml } from './object-yaml.tsx';
import styles from './object-view.module.css';
import { Revisions } from './revisions/revisions.tsx';

/** What other views add to an object: what can be done with it, and further tabs. */
export interface ObjectExtras {
  readonly actions?: ((ref: ObjectRef) => ReactNode) | undefined;
  readonly tabs?: readonly (Tab & { readonly content: ReactNode })[];
  /** What the summary says first. */
  readonly notice?: ReactNode;
}

/** One object: how it does, its YAML, and how it became what it is. */
export function ObjectView(properties: {
  readonly kind: ServedKind;
  readonly route: ObjectRoute;
  readonly extras: ObjectExtras;
}): ReactNode {
  const { kind, route, extras } = properties;
  const ref: ObjectRef = {
    kind: kindRef(kind),
    name: route.name,
    ...(route.objectNamespace !== undefined && { namespace: route.objectNamespace }),
  };
  const [reveal, setReveal] = useState(false);
  const at = route.at === undefined ? {} : { at: route.at };
  const { event, failure } = useTopic({ topic: 'object', ref, ...(reveal && { reveal }), ...at });
  const back = tableOf(route);
  const choose = (tab: string): void => {
    replaceRoute({ ...route, tab });
  };
  useKeys({
    Escape: () => {
      go(back);
    },
    y: () => {
      choose('yaml');
    },
  });
  const tabs = [
    { id: 'summary', title: 'Summary' },
    { id: 'yaml', title: 'YAML' },
    { id: 'revisions', title: 'Revisions' },
    ...(extras.tabs ?? []),
  ] satisfies Tab[];
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? 'summary';
  const { object } = event ?? {};
  return (
    <section className={styles['view']} aria-label={`${kind.kind} ${route.name}`}>
      <header className={styles['header']}>
        <p className={styles['crumbs']}>
          <Link to={back}>{groupKind(kind)}</Link>
          {route.objectNamespace !== undefined && ` / ${route.objectNamespace}`}
        </p>
        <h1>{route.name}</h1>
        <div className={styles['actions']}>
          {event?.hidden && (
            <Button
              onPress={() => {
                setReveal(true);
              }}
            >
              Show values
            </Button>
          )}
          {object && extras.actions?.(ref)}
        </div>
      </header>
      {failure && <FailureMessage failure={failure} />}
      {!event && !failure && <Loading what={route.name} />}
      {event && (
        <Tabs label="Parts of the object" tabs={tabs} chosen={tab} onChoose={choose}>
          {!object && (tab === 'summary' || tab === 'yaml') && (
            <EmptyState title={`${kind.kind} ${route.name} does not exist`}>
              {event.revisions.length > 0
                ? 'It was deleted; what it was is in the tab “Revisions”.'
                : 'It appears here once it is created.'}
            </EmptyState>
          )}
          {tab === 'summary' && object && (
            <ObjectSummary target={ref} event={event} at={route.at} notice={extras.notice} />
          )}
          {tab === 'yaml' && object && <ObjectYaml object={object} />}
          {tab === 'revisions' && <Revisions target={ref} revisions={event.revisions} at={route.at} />}
          {extras.tabs?.find(({ id }) => id === tab)?.content}
        </Tabs>
      )}
    </section>
  );
}

function tableOf({ group, version, resource, namespace, at }: ObjectRoute): ObjectsRoute {
  return {
    view: 'objects',
    group,
    version,
    resource,
    ...(namespace !== undefined && { namespace }),
    ...(at !== undefined && { at }),
  };
}
