import type { Tell } from '../events/dev-event.ts';
import { type ProjectSources, type MarkerMemory, rememberMarkers } from './project-sources.ts';
import { type SourceWatch, watchSources } from './watch-sources.ts';

/** The changes of a project's sources since a moment, kept until a listener takes them. */
export interface SourceChanges extends Omit<SourceWatch, 'files'> {
  /** The markers of the sources at that moment. */
  readonly markers: MarkerMemory;
  /** Calls the listener with changed files (absolute): at once with those of before. */
  onChange(listener: (files: readonly string[]) => void): void;
}

/** Starts collecting the changes of sources. Tells if the machine cannot watch a folder. */
export function collectChanges({ places }: Pick<ProjectSources, 'places'>, tell: Tell): SourceChanges {
  const early = new Set<string>();
  let listener = (files: readonly string[]): void => {
    for (const file of files) early.add(file);
  };
  const watch = watchSources({
    places,
    onChange: (files) => listener(files),
    onError: ({ message }) =>
      tell({
        event: 'notice',
        label: 'Watching',
        text: `some changes are not seen (${message}): press r, or start again`,
      }),
  });
  return {
    markers: rememberMarkers(watch.files()),
    add: (folder, since) => watch.add(folder, since),
    remember: (files) => watch.remember(files),
    close: () => watch.close(),
    onChange(next) {
      listener = next;
      if (early.size > 0) next([...early]);
    },
  };
}
