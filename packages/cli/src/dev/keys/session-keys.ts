import { openInBrowser } from '../../process/open-in-browser.ts';
import type { Tell } from '../events/dev-event.ts';
import type { Screen } from '../screen/screen.ts';
import type { DevSession } from '../session/dev-session.ts';
import { logLevels } from '../session/project-operator.ts';
import { type KeyInput, readKeys } from './read-keys.ts';

/** The keys of a session, and what each does. */
const KEY_HELP =
  'r restart the operator, g generate, o open the page, l log level, p pause the operator or go on, q quit, ? help';

/** What keys act on. */
export interface KeyActions {
  readonly session: DevSession;
  readonly tell: Tell;
  /** Shows the lines of the operator's start and end too. */
  readonly showRoutine: (all: boolean) => void;
  /** Opens an address in the browser. */
  readonly open: (url: string) => void;
  readonly quit: () => void;
}

/** Returns what a key does. Errors are reported; one key acts at a time, and others meanwhile are ignored, except q. */
export function sessionKeys(actions: KeyActions): (key: string) => Promise<void> {
  let isBusy = false;
  return async (key) => {
    if (key === 'q') return actions.quit();
    if (isBusy) return;
    isBusy = true;
    try {
      await act(key, actions);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      actions.tell({ event: 'notice', label: 'Failed', text });
    } finally {
      isBusy = false;
    }
  };
}

async function act(key: string, { session, tell, showRoutine, open }: KeyActions): Promise<void> {
  switch (key) {
    case 'r':
      return session.restart('asked', true);
    case 'g': {
      const changed = await session.generate();
      if (changed !== undefined && changed.length > 0 && !session.operator.paused()) await session.restart('asked');
      return;
    }
    case 'o': {
      if (session.page !== undefined) open(session.page.url);
      else tell({ event: 'notice', label: 'Page', text: 'this session has none' });
      return;
    }
    case 'l': {
      const index = logLevels.indexOf(session.logLevel ?? 'info');
      const level = logLevels[(index + 1) % logLevels.length] ?? 'info';
      showRoutine(level === 'debug');
      tell({ event: 'notice', label: 'Log level', text: level });
      return session.setLogLevel(level);
    }
    case 'p':
      return session.operator.paused() ? session.restart('resumed') : session.operator.pause();
    case '?':
      return tell({ event: 'notice', label: 'Keys', text: KEY_HELP });
  }
}

/** Lets keys act on a session. Returns what ends that; undefined if the input is not a terminal. */
export function listenToKeys(
  input: KeyInput,
  session: DevSession,
  actions: Pick<KeyActions, 'quit'> & {
    readonly screen: Screen;
    /** Ctrl-C, which is a key and not a signal meanwhile. */
    readonly interrupt: () => void;
  },
): (() => void) | undefined {
  const { screen, quit, interrupt } = actions;
  const { tell, showRoutine } = screen;
  const open = (url: string): void =>
    openInBrowser(url, () => tell({ event: 'notice', label: 'Page', text: `no browser was found: open ${url}` }));
  const press = sessionKeys({ session, tell, showRoutine, open, quit });
  return readKeys(input, { onKey: (key) => void press(key), onInterrupt: interrupt });
}
