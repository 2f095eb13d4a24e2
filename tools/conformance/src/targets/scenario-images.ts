import type { ContainerContext, ImageBehaviors } from '@kb/simulation';

const indexOf = ({ pod }: ContainerContext): string | undefined =>
  pod.metadata.annotations?.['batch.kubernetes.io/job-completion-index'];

/** Whether a Pod of this index has failed before, and its failure was ignored. */
const isAfterIgnored = ({ pod }: ContainerContext): boolean =>
  pod.metadata.annotations?.['batch.kubernetes.io/job-index-ignored-failure-count'] !== undefined;

/** The first Pod of each owner. */
const firstPods = new Map<string, string>();

/** Whether no other Pod of its owner has run before. */
function isFirstOfOwner({ pod: { metadata } }: ContainerContext): boolean {
  const owner = metadata.ownerReferences?.[0]?.uid ?? '';
  const first = firstPods.get(owner) ?? metadata.uid;
  firstPods.set(owner, first);
  return first === metadata.uid;
}

/** How the images of scenarios behave on the simulated node, on both control planes. */
export const scenarioImages: ImageBehaviors = {
  'example.com/runs:*': { runs: true },
  'example.com/succeeds:*': { exitCode: 0 },
  'example.com/works:*': { exitCode: 0, exitAfterMs: 3_600_000 },
  'example.com/fails:*': { exitCode: 1 },
  'example.com/exits-42:*': { exitCode: 42 },
  'example.com/first-exits-42:*': (context) =>
    isFirstOfOwner(context) ? { exitCode: 42, unready: true } : { runs: true },
  'example.com/fails-once:*': { exitCode: [1, 0] },
  'example.com/index-1-fails:*': (context) => ({ exitCode: indexOf(context) === '1' ? 1 : 0 }),
  'example.com/index-1-exits-42:*': (context) => ({ exitCode: indexOf(context) === '1' ? 42 : 0 }),
  'example.com/index-1-first-exits-42:*': (context) => ({
    exitCode: indexOf(context) === '1' && !isAfterIgnored(context) ? 42 : 0,
  }),
  'example.com/index-0-succeeds:*': (context) => (indexOf(context) === '0' ? { exitCode: 0 } : { runs: true }),
  'example.com/never-pulled:*': { pullError: 'not found' },
};
