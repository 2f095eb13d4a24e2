import { withoutControls } from '@kb/codegen';
import type { Colour } from '../../terminal/terminal.ts';
import type { DevEvent, StartReason } from '../events/dev-event.ts';
import { formatObject } from '../events/name-object.ts';
import type { Place } from '../events/place.ts';

/** A line on the screen. */
export interface ScreenLine {
  /** The word at its start. */
  readonly label: string;
  readonly text: string;
  readonly colour?: Colour;
  /** Cut it to the width of the terminal. Default: false. */
  readonly fits?: boolean;
  /** It repeats what an error said, below it. */
  readonly plain?: boolean;
}

/** The events with lines of their own: objects are grouped, log lines depend on the level, and inspections are data. */
export type DescribedEvent = Exclude<DevEvent, { readonly event: 'object' | 'operator-log' | 'inspection' }>;

/** Describes an event in lines; none if people need not know. */
export function describeEvent(event: DescribedEvent): ScreenLine[] {
  switch (event.event) {
    case 'cluster':
      return describeCluster(event);
    case 'page':
      return [line('Page', event.url)];
    case 'generated':
      return [line('Generated', `${event.files} files, ${changedFiles(event.changed)}`)];
    case 'diagnostics':
      return [
        { label: '', text: event.text.trimEnd(), plain: true },
        ...(event.failed ? [line('Generator', 'nothing was written, and everything runs as before', 'red')] : []),
      ];
    case 'crd-applied':
      return [line('CRDs', event.names.join(', '))];
    case 'manifest-refused':
      return [line('Refused', `${event.file === '' ? '' : `${event.file}: `}${event.message}`, 'red')];
    case 'object-kept':
      return describeKept(event);
    case 'webhooks-applied':
      return [line('Webhooks', `${event.names.join(', ')}, served at ${event.origin}`)];
    case 'operator-started':
      return [];
    case 'operator-ready':
      return [line('Operator', `${reasons[event.reason]} in ${event.milliseconds} ms`, 'green')];
    case 'operator-not-ready':
      return [line('Operator', `none of its controllers works after ${event.milliseconds / 1000} s`, 'yellow')];
    case 'operator-hangs':
      return [line('Operator', describeHang(event), 'red')];
    case 'operator-answers':
      return [line('Operator', `answers again: it was blocked for ${seconds(event.milliseconds)}`, 'green')];
    case 'operator-not-loaded': {
      const then = event.running ? 'the code before still runs' : 'no operator runs until it is mended';
      return [...failure('Operator', event.message, event), line('', then, 'dim')];
    }
    case 'operator-ended': {
      const retry = `starting again in ${event.retryIn / 1000} s`;
      return [
        line('Operator', `ended by itself with exit code ${event.code}; ${retry}`, 'red'),
        ...(event.message === '' ? [] : failure('', event.message, event)),
      ];
    }
    case 'operator-killed':
      return [line('Operator', 'did not end when it was asked to, and was killed', 'yellow')];
    case 'operator-paused':
      return [line('Paused', 'the operator has ended; p starts it again', 'yellow')];
    case 'request-refused':
      return describeRefused(event);
    case 'saved':
      return [line('Saved', event.files.join(', '), 'cyan')];
    case 'sample-applied':
      return [line('Applied', event.file)];
    case 'sample-refused':
      return [line('Refused', `${event.file}: ${event.message}`, 'red')];
    case 'types':
      return event.errors.length === 0
        ? [line('Types', 'no mistakes any more', 'green')]
        : event.errors.flatMap(({ code, message, place, frame }, index) =>
            failure('Types', `${code}: ${message}`, { place, frame: index < MAX_FRAMES ? frame : [] }),
          );
    case 'step': {
      const { name, milliseconds, error } = event;
      const text = `${(milliseconds / 1000).toFixed(2)}s  ${name}`;
      if (error === undefined) return [line('ok', text, 'green')];
      return [
        line('FAIL', text, 'red'),
        { label: '', text: withoutControls(`The step "${name}" was not observed:\n${error}`), plain: true },
      ];
    }
    case 'notice':
      return [line(event.label, event.text, 'yellow')];
  }
}

/** Describes that the operator failed again as it did before: its error is on the screen already. */
export function describeSameFailure(
  event: Extract<DevEvent, { readonly event: 'operator-not-loaded' | 'operator-ended' }>,
): ScreenLine {
  if (event.event === 'operator-not-loaded') return line('Operator', 'was tried again: the same error', 'red');
  return line('Operator', `ended again, with the same error; starting again in ${event.retryIn / 1000} s`, 'red');
}

/** The most reconciles of an operator that hangs which are named. */
const MAX_RECONCILES = 3;

function describeHang(event: Extract<DevEvent, { readonly event: 'operator-hangs' }>): string {
  const { milliseconds, reconciles } = event;
  const names = reconciles.slice(0, MAX_RECONCILES).map(({ controller, key: { namespace, name } }) => {
    return `${controller} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  });
  const more = reconciles.length - names.length;
  if (more > 0) names.push(`and ${more} more`);
  const during = names.length === 0 ? '' : `, while reconciling ${names.join(', ')}`;
  return `has not answered for ${seconds(milliseconds)}: its event loop is blocked${during}; a save restarts it, or in a terminal the key r`;
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;

/** The mistakes of types that are shown with the lines around them: a changed type makes many at once. */
const MAX_FRAMES = 5;

const reasons: Readonly<Record<StartReason, string>> = {
  start: 'started',
  saved: 'restarted',
  crashed: 'started again',
  asked: 'restarted',
  'log-level': 'restarted',
  resumed: 'goes on, started',
};

const line = (label: string, text: string, colour?: Colour): ScreenLine => ({
  label,
  text,
  ...(colour !== undefined && { colour }),
});

function changedFiles(changed: readonly string[]): string {
  if (changed.length === 0) return 'all up to date';
  return `${changed.length} changed`;
}

function describeCluster(event: Extract<DevEvent, { readonly event: 'cluster' }>): ScreenLine[] {
  const { server, embedded, kubeconfig, access } = event;
  if (!embedded) return [line('Cluster', `${server} (${access})`)];
  return [
    line('API server', `${server} (embedded, for development: ${access} may do everything)`),
    line('kubectl', `kubectl --kubeconfig ${kubeconfig} get pods --watch`),
  ];
}

function describeKept(event: Extract<DevEvent, { readonly event: 'object-kept' }>): ScreenLine[] {
  const { object, pruned, invalid } = event;
  const name = formatObject(object);
  return [
    ...(pruned.length > 0 ? [line('Pruned', `${name}: ${pruned.join(', ')}`, 'yellow')] : []),
    ...(invalid === undefined ? [] : [line('Invalid', `${name} is kept, and no longer valid: ${invalid}`, 'yellow')]),
  ];
}

function describeRefused(event: Extract<DevEvent, { readonly event: 'request-refused' }>): ScreenLine[] {
  const what = `the operator may not ${event.request}`;
  // The embedded server has not refused it: that it does is an option of API servers.
  const isByOption = /^update \S+\/finalizers\b/.test(event.request);
  const why = isByOption ? ', which some clusters require for owner references' : '';
  const label = isByOption ? 'Missing' : 'Refused';
  return [
    line(label, event.granted ? what : `${what}${why}; write to its controller:`, isByOption ? 'yellow' : 'red'),
    ...event.advice.map((text) => ({ label: '', text: withoutControls(text), plain: true })),
  ];
}

/** An error with its place and the lines around it. */
function failure(
  label: string,
  message: string,
  { place, frame }: { readonly place?: Place | undefined; readonly frame: readonly string[] },
): ScreenLine[] {
  const at = place === undefined ? '' : `${[place.file, place.line, place.column].filter(Boolean).join(':')} `;
  return [line(label, `${at}${message}`, 'red'), ...frame.map((text) => ({ label: '', text, fits: true }))];
}
