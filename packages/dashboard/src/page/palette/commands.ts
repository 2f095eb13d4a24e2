import type { ServedKind, SessionEvent } from '../../protocol/index.ts';
import { go } from '../route/location.ts';
import type { Route } from '../route/route.ts';
import { theme } from '../theme/theme.ts';

/** Something that the palette can do. */
export interface Command {
  readonly title: string;
  readonly detail: string;
  readonly run: () => void;
}

/** What commands are made of. */
export interface CommandSources {
  readonly kinds: readonly ServedKind[];
  readonly namespaces: readonly string[];
  readonly session: SessionEvent | undefined;
  readonly route: Route;
  /** Commands of the page itself, such as its help. */
  readonly own: readonly Command[];
}

/** All commands; own kinds first. */
export function listCommands({ kinds, namespaces, session, route, own }: CommandSources): Command[] {
  const shared = {
    ...(route.namespace !== undefined && { namespace: route.namespace }),
    ...(route.at !== undefined && { at: route.at }),
  };
  const to = (title: string, detail: string, target: Route): Command => ({
    title,
    detail,
    run: () => {
      go(target);
    },
  });
  const ownFirst = kinds.toSorted((a, b) => Number(b.own) - Number(a.own));
  return [
    ...(session?.operator ? [to('Operator', 'view', { view: 'operator', ...shared })] : []),
    ...(session?.embedded ? [to('History', 'view', { view: 'history', ...shared })] : []),
    ...ownFirst.map(({ group, version, resource, kind, shortNames }) =>
      to(group === '' ? kind : `${kind}.${group}`, [resource, ...shortNames].join(' '), {
        view: 'objects',
        group,
        version,
        resource,
        ...shared,
      }),
    ),
    ...own,
    to('All namespaces', 'namespace', withNamespace(route, undefined)),
    ...namespaces.map((name) => to(`Namespace ${name}`, 'namespace', withNamespace(route, name))),
    ...(['dark', 'light', 'system'] as const).map((name) => ({
      title: `Theme ${name}`,
      detail: 'theme',
      run: () => {
        theme.set(name);
      },
    })),
  ];
}

/** The commands that have all words, the best first: those that begin with the text. At most fifty. */
export function matchCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  return commands
    .map((command) => ({
      command,
      title: command.title.toLowerCase(),
      all: `${command.title} ${command.detail}`.toLowerCase(),
    }))
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .toSorted((a, b) => Number(b.title.startsWith(wanted)) - Number(a.title.startsWith(wanted)))
    .slice(0, 50)
    .map(({ command }) => command);
}

function withNamespace(route: Route, namespace: string | undefined): Route {
  const { namespace: _, ...rest } = route;
  return namespace === undefined ? rest : { ...rest, namespace };
}
