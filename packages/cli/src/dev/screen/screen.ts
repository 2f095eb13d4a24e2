import type { Clock } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { systemClock } from '@kb/client';
import type { Terminal } from '../../terminal/terminal.ts';
import { linesWithoutControls, withoutControls } from '../events/code-frame.ts';
import type { DevEvent, Tell } from '../events/dev-event.ts';
import { describeEvent, type ScreenLine } from './describe-event.ts';
import { fitLine } from './fit-line.ts';
import { createFold } from './fold-lines.ts';
import { createGroups } from './group-objects.ts';

/** What a session shows. */
export interface Screen {
  readonly tell: Tell;
  /** Shows the lines of an operator's start and end too. */
  readonly showRoutine: (all: boolean) => void;
  /** Shows what is still held back. */
  close(): void;
}

/** The column of the text after a label. */
const LABEL_WIDTH = 12;

/** Shows events as text: labelled lines, changes of objects grouped by the object whose story they belong to. */
export function createTextScreen(terminal: Terminal, clock: Clock = systemClock): Screen {
  const began = clock.now();
  const fold = createFold((text) => terminal.print(text));
  let all = false;
  const fit = (text: string): string => fitLine(text, terminal.columns?.());
  const groups = createGroups({ clock, seconds: () => (clock.now() - began) / 1000 }, ({ text, key, colour }) => {
    // Names and notes of objects can be written by anyone.
    const shown = fit(withoutControls(text));
    fold.print(colour === undefined ? shown : terminal.paint(colour, shown), key);
  });

  function printLine({ label, text, colour, fits = false, plain = false }: ScreenLine): void {
    if (plain) return fold.print(text);
    const head = label.length < LABEL_WIDTH ? label.padEnd(LABEL_WIDTH) : `${label} `;
    const safe = linesWithoutControls(text);
    const shown = fits ? fit(`${head}${safe}`).slice(head.length) : safe;
    fold.print(`${colour === undefined ? head : terminal.paint(colour, head)}${shown}`.trimEnd());
  }

  return {
    tell(event) {
      if (event.event === 'inspection') return groups.inspect(event.record);
      if (event.event === 'object') return groups.add(event);
      groups.flush();
      if (event.event === 'operator-log') {
        if (event.routine && !all) return;
        const isError = event.level === 'error';
        const text = `  operator | ${isError ? 'ERROR ' : ''}${event.line}`;
        // Lines that differ only where they are cut are not the same. An error is of use as a whole only.
        fold.print(terminal.paint(isError ? 'red' : 'dim', isError ? text : fit(text)), text);
        return;
      }
      for (const line of describeEvent(event)) printLine(line);
    },
    showRoutine: (value) => void (all = value),
    close() {
      groups.flush();
      fold.flush();
    },
  };
}

/** Shows events as lines of JSON, each with the `time` at which it happened. */
export function createJsonScreen(terminal: Pick<Terminal, 'print'>, clock: Clock = systemClock): Screen {
  const print = (event: DevEvent): void =>
    terminal.print(stringifyJson({ time: new Date(clock.now()).toISOString(), ...event }));
  return { tell: print, showRoutine: () => undefined, close: () => undefined };
}
