import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { ObjectRef, ServedKind } from '../../protocol/index.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { objectRoute } from '../kinds/object-link.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/text-field.tsx';
import { currentRoute, go } from '../route/location.ts';
import { useStore } from '../store/use-store.ts';
import styles from './command-palette.module.css';
import { type Command, listCommands, matchCommands } from './commands.ts';
import { searchedKinds } from './searched-kinds.ts';
import { useFoundObjects } from './use-found-objects.ts';

/** Type a few letters, press Enter: every kind, object, namespace and view. */
export function CommandPalette(properties: {
  readonly own: readonly Command[];
  readonly onClose: () => void;
}): ReactNode {
  const { own, onClose } = properties;
  const cluster = useCluster();
  const kinds = useStore(cluster.kinds);
  const namespaces = useStore(cluster.namespaces);
  const session = useStore(cluster.session);
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const [route] = useState(currentRoute);
  const all = useMemo(
    () => listCommands({ kinds: kinds ?? [], namespaces, session, route, own }),
    [kinds, namespaces, session, route, own],
  );
  const searched = useMemo(() => searchedKinds(kinds ?? []), [kinds]);
  const { objects, complete, unread } = useFoundObjects({
    kinds: searched,
    namespace: route.namespace,
    at: route.at,
    text,
  });
  const found = [...matchCommands(all, text), ...objects.map(toObject)];
  const chosen = found[Math.min(place, found.length - 1)];
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      setPlace((now) => Math.min(Math.max(now + step, 0), found.length - 1));
      event.preventDefault();
    } else if (event.key === 'Enter') run(chosen);
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <div role="combobox" aria-label="Commands" aria-expanded="true" aria-controls="commands" aria-haspopup="listbox">
        <TextField
          label="Go to"
          placeholder="A kind, an object, a namespace, a view"
          value={text}
          className={styles['field']}
          onChange={(value) => {
            setText(value);
            setPlace(0);
          }}
          onKeyDown={press}
        />
      </div>
      <ul id="commands" role="listbox" aria-label="Commands" className={styles['list']}>
        {found.map((command) => (
          <li
            key={`${command.title} ${command.detail}`}
            role="option"
            aria-selected={command === chosen}
            className={styles['command']}
            onClick={() => {
              run(command);
            }}
          >
            {command.title}
            <span className={styles['detail']}>{command.detail}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && !complete && <p className={styles['detail']}>Looking for objects…</p>}
      {found.length === 0 && complete && (
        <p className={styles['detail']}>
          Nothing{route.namespace === undefined ? '' : ` in ${route.namespace}`} has this name. Looked for: views,
          kinds, namespaces, and objects of {namesOf(searched.filter((kind) => !unread.includes(kind)))}.
          {unread.length > 0 && ` Could not be listed: ${namesOf(unread)}.`}
        </p>
      )}
    </Dialog>
  );
}

function namesOf(kinds: readonly ServedKind[]): string {
  return [...new Set(kinds.map(({ kind }) => kind))].join(', ');
}

function toObject(ref: ObjectRef): Command {
  return {
    title: ref.name,
    detail: ref.namespace === undefined ? ref.kind.kind : `${ref.kind.kind} in ${ref.namespace}`,
    run: () => {
      go(objectRoute(ref, currentRoute()));
    },
  };
}
