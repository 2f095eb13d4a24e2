import { compareReleases } from './base-scaffold.ts';
import type { FileUpdate } from './plan-update.ts';

const words: Readonly<Record<FileUpdate['outcome'], readonly [verb: string, note: string]>> = {
  new: ['create', ''],
  replaced: ['update', ''],
  merged: ['merge', 'with your changes'],
  conflict: ['conflict', ''],
  kept: ['keep', 'a file of yours is in this place'],
  removed: ['leave out', 'you removed it'],
  dropped: ['keep', 'kb no longer scaffolds it'],
};

/** Describes an update, one line a file. */
export function describeUpdate(updates: readonly FileUpdate[]): string {
  return updates
    .map(({ path, outcome, conflicts = [] }) => {
      const [verb, note] = words[outcome];
      const where = conflicts.length === 0 ? note : `at line ${conflicts.join(', ')}`;
      return `${verb} ${path}${where === '' ? '' : ` (${where})`}`;
    })
    .join('\n');
}

/** What changed for the authors of projects after a version, in sentences of one line. */
const updateNotes: readonly { readonly after: string; readonly notes: readonly string[] }[] = [
  {
    after: '0.1.0',
    notes: [
      'The package of the command is @kb/cli; the npm name kb belongs to another author.',
      'config/rbac has an admin, an editor and a viewer role for each kind.',
      'Parts of config/ are kustomize components: "kb edit --with PART" and "--without PART" switch them.',
      '"kb create webhook" writes webhooks, and "kb install", "deploy" and "undeploy" bring the operator into a cluster.',
      '"kb build-chart" writes a Helm chart from config/default, and keeps what you change in it.',
    ],
  },
];

/** The notes about all versions after the one that a project was made with. */
export function notesSince(version: string): string[] {
  return updateNotes.filter(({ after }) => compareReleases(after, version) >= 0).flatMap(({ notes }) => notes);
}
