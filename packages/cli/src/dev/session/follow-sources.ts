import path from 'node:path';
import type { Tell } from '../events/dev-event.ts';
import type { SupervisedOperator } from '../operator/supervise-operator.ts';
import type { ProjectSources } from '../sources/project-sources.ts';
import type { SourceChanges } from '../sources/source-changes.ts';

/** What a session does with changed sources. */
export interface SourceActions {
  /**
   * Generates files, and applies what changed to the cluster. Resolves with the files that changed, relative to the
   * project's folder; undefined if there was a mistake.
   */
  generate(): Promise<readonly string[] | undefined>;
  /** Applies CRDs and roles that changed. */
  applyManifests(): Promise<void>;
  /** Starts the operator with the new code. */
  restart(fresh: boolean): void;
  applySamples(files: readonly string[]): Promise<void>;
  /** Checks the types in the background. */
  checkTypes(): void;
}

/** A session that follows the sources of its project. */
export interface FollowedSources {
  /** Also follows what the operator imports, that began to do so at this time (in milliseconds). */
  followImports(since: number): void;
  /** Nothing more is done, or told. */
  stop(): void;
}

/** Options of {@link followSources}. */
export interface FollowSourcesOptions {
  readonly root: string;
  readonly sources: Pick<ProjectSources, 'sort' | 'isOwn'>;
  readonly changes: Pick<SourceChanges, 'markers' | 'onChange' | 'add'>;
  readonly operator: Pick<SupervisedOperator, 'files' | 'stale'>;
  readonly actions: SourceActions;
  readonly tell: Tell;
}

/** Acts on each change of a project's sources, one after the other, in their order. */
export function followSources(options: FollowSourcesOptions): FollowedSources {
  const { root, sources, changes, operator, actions, tell } = options;
  const relative = (file: string): string => path.relative(root, file).replaceAll('\\', '/');
  let waiting = new Set<string>();
  let isBusy = false;
  const stopped = new AbortController();
  /** Whether what was generated last is older than the sources, because of a mistake in them. */
  let isBehind = false;

  changes.onChange((files) => {
    for (const file of files) waiting.add(file);
    void work();
  });

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    let failed: readonly string[] = [];
    while (waiting.size > 0 && !stopped.signal.aborted) {
      const files = [...new Set([...failed, ...waiting])];
      waiting = new Set();
      failed = await attempt(files);
    }
    isBusy = false;
    // They wait for the next save.
    waiting = new Set([...failed, ...waiting]);
  }

  /** Resolves with the files that have to be tried again. */
  async function attempt(files: readonly string[]): Promise<readonly string[]> {
    try {
      await follow(files);
      return [];
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (!stopped.signal.aborted)
        tell({ event: 'notice', label: 'Failed', text: `${text}; the next save tries again` });
      return files;
    }
  }

  async function follow(files: readonly string[]): Promise<void> {
    const { types, code, manifests, samples, installed } = sources.sort(files);
    const saved = [...types, ...code, ...manifests, ...samples];
    if (saved.length === 0 && !installed) return;
    if (saved.length > 0) tell({ event: 'saved', files: saved.map(relative) });
    try {
      await generateAndRestart({ types, code, manifests, installed });
    } finally {
      if (types.length + code.length > 0) actions.checkTypes();
    }
    if (samples.length > 0) await actions.applySamples(samples);
  }

  async function generateAndRestart(changed: Omit<ReturnType<ProjectSources['sort']>, 'samples'>): Promise<void> {
    const { types, code, manifests, installed } = changed;
    // An operator that could not be imported did not tell what it imports.
    const imported = operator.files();
    const isImported = [...types, ...code].some((file) => operator.stale() || imported.has(file));
    const hasNewMarkers = changes.markers.changed(code);
    // What types import may be mended elsewhere.
    const isMended = isBehind && (code.length > 0 || installed);
    const isGenerated = types.length > 0 || hasNewMarkers || isMended;
    const generated = isGenerated ? await actions.generate() : [];
    if (isGenerated) isBehind = generated === undefined;
    if (manifests.length > 0 && !isGenerated) await actions.applyManifests();
    // After a mistake in types, what was generated before still fits the code before.
    const isReady = generated !== undefined || types.length === 0;
    // What is generated is not reported as changed.
    if (installed || (isReady && (isImported || (generated ?? []).length > 0))) actions.restart(installed);
  }

  return {
    followImports(since) {
      const folders = new Set([...operator.files()].filter(sources.isOwn).map((file) => path.dirname(file)));
      for (const folder of folders) changes.add(folder, since);
    },
    stop: () => stopped.abort(),
  };
}
