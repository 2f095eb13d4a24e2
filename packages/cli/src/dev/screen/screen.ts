import type { Clock } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { systemClock } from '@kb/client';
import { withoutControls } from '@kb/codegen';
import type { Terminal } from '../../terminal/terminal.ts';
import { lineWithoutControls } from '../events/code-frame.ts';
import type { DevEvent, Tell } from '../events/dev-event.ts';
import { describeEvent, describeSameFailure, type ScreenLine } from './describe-event.ts';
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
  /** Why the operator failed last, since a file was saved. */
  let failure = '';
  const fit = (text: string): string => fitLine(text, terminal.columns?.());
  const groups = createGroups({ clock, seconds: () => (clock.now() - began) / 1000 }, ({ text, key, colour }) => {
    // Names and notes of objects can be written by anyone.
    const shown = fit(lineWithoutControls(text));
    fold.print(colour === undefined ? shown : terminal.paint(colour, shown), key);
  });

  function printLine({ label, text, colour, fits = false, plain = false }: ScreenLine): void {
    if (plain) return fold.print(text);
    const head = label.length < LABEL_WIDTH ? label.padEnd(LABEL_WIDTH) : `${label} `;
    const safe = withoutControls(text);
    const shown = fits ? fit(`${head}${safe}`).slice(head.length) : safe;
    fold.print(`${colour === undefined ? head : terminal.paint(colour, head)}${shown}`.trimEnd());
  }

  function printLog({ level, line }: Extract<DevEvent, { readonly event: 'operator-log' }>): void {
    const isError = level === 'error';
    // The runtime's own: it has no level for what is not an error yet.
    const isWarning = /^(\S+ \S+: )?Warning: /.test(line);
    const text = `  operator | ${isError ? 'ERROR ' : ''}${line}`;
    const colour = isError ? 'red' : isWarning ? 'yellow' : 'dim';
    // Lines that differ only where they are cut are not the same. An error is of use as a whole only.
    fold.print(terminal.paint(colour, isError || isWarning ? text : fit(text)), text);
  }

  return {
    tell(event) {
      if (event.event === 'inspection') return groups.inspect(event.record);
      if (event.event === 'object') return groups.add(event);
      groups.flush();
      if (event.event === 'operator-log') {
        if (event.routine && !all) return;
        return printLog(event);
      }
      if (event.event === 'saved') failure = '';
      if (event.event === 'operator-not-loaded' || event.event === 'operator-ended') {
        const before = failure;
        failure = `${event.message} ${stringifyJson(event.place ?? '')}`;
        if (failure === before) return printLine(describeSameFailure(event));
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
