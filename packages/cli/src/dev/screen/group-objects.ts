import type { Clock } from '@kb/apimachinery';
import type { InspectionRecord } from '@kb/runtime/inspection';
import type { Colour } from '../../terminal/terminal.ts';
import type { ObjectEvent } from '../events/dev-event.ts';
import { formatObject } from '../events/name-object.ts';
import { createReconcileCauses } from './reconcile-causes.ts';

/** A line about objects. */
export interface GroupLine {
  readonly text: string;
  /** The same for the same text at another time. */
  readonly key: string;
  readonly colour?: Colour;
}

/** Groups changes by the object whose story they belong to. */
export interface Groups {
  add(event: ObjectEvent): void;
  /** Tells why objects are reconciled, which is shown with their changes. */
  inspect(record: InspectionRecord): void;
  /** Prints those that are held back. */
  flush(): void;
}

/** How long changes are held back, in milliseconds, so that those of one story come together. */
const HOLD = 150;
/** More are printed at once, whenever they came. */
const MAX_HELD = 500;

/** Returns groups, which print lines a moment after the first change. */
export function createGroups(
  { clock, seconds }: { readonly clock: Clock; readonly seconds: () => number },
  print: (line: GroupLine) => void,
): Groups {
  const causes = createReconcileCauses(clock);
  let held: ObjectEvent[] = [];
  let turn = 0;
  let shown = '';

  function flush(): void {
    turn += 1;
    const stories = Map.groupBy(held, ({ story }) => formatObject(story));
    held = [];
    for (const [story, events] of stories) printStory(story, events);
  }

  function printStory(story: string, events: readonly ObjectEvent[]): void {
    const time = `${seconds().toFixed(1)}s`.padStart(7);
    const isOnlyItself = events.every(({ object }) => formatObject(object) === story);
    if (story !== shown || isOnlyItself) {
      const own = isOnlyItself ? `  ${textOf(events)}` : '';
      print({ text: `${time}  ${story}${own}`, key: `${story}${own}`, colour: isOnlyItself ? 'yellow' : 'cyan' });
    }
    shown = isOnlyItself ? '' : story;
    for (const text of causes.take(events)) print({ text: `           ${text}`, key: text, colour: 'dim' });
    if (isOnlyItself) return;
    for (const [object, changes] of Map.groupBy(events, (event) =>
      event.change === 'event' ? '' : formatObject(event.object),
    )) {
      if (object === '') {
        for (const { text } of changes) print({ text: `           ${text}`, key: text, colour: 'dim' });
        continue;
      }
      const text = `${object}  ${textOf(changes)}`;
      const colour = colours[changes.at(-1)?.change ?? 'changed'];
      print({ text: `           ${text}`, key: text, ...(colour && { colour }) });
    }
  }

  return {
    add(event) {
      held.push(event);
      if (held.length >= MAX_HELD) return flush();
      if (held.length > 1) return;
      const asked = turn;
      void clock.sleep(HOLD).then(() => {
        if (asked === turn) flush();
      });
    },
    inspect: causes.add,
    flush: () => {
      if (held.length > 0) flush();
    },
  };
}

const colours: Readonly<Record<ObjectEvent['change'], Colour | undefined>> = {
  created: 'green',
  changed: undefined,
  deleted: 'red',
  event: 'dim',
};

/** What happened to one object, with who did it last. */
function textOf(events: readonly ObjectEvent[]): string {
  const by = events.findLast((event) => event.by !== undefined)?.by;
  return `${events.map(({ text }) => text).join(' → ')}${by === undefined ? '' : `  (${by})`}`;
}
