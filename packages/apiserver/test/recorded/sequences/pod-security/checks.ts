import type { Area, Sequence, Step } from '../../sequence.ts';
import { pod, post, sequence } from '../../steps.ts';
import { checkedPods } from './checked-pods.ts';

/** A namespace that enforces a level of a version, in `${NS}-VERSION`. */
const namespaceFor = (level: string, version: string): Step =>
  post(
    '/api/v1/namespaces',
    {
      metadata: {
        name: `\${NS}-${version.replace('.', '-')}`,
        labels: { ...label('enforce', level), ...label('enforce-version', version) },
      },
    },
    { quiet: true },
  );

const label = (name: string, value: string): Record<string, string> => ({
  [`pod-security.kubernetes.io/${name}`]: value,
});

/** Pods that a check allows and forbids, in namespaces of the versions in which the check changes. */
export const podSecurityChecks: Area = {
  name: 'pod security checks',
  sequences: checkedPods.map(({ control, level, versions, pods }): Sequence =>
    sequence(
      `${control} (${level})`,
      ...versions.flatMap((version): Step[] => [
        namespaceFor(level, version),
        ...Object.entries(pods).map(([name, { spec = {}, annotations = {} }]) =>
          // The body of an accepted Pod says nothing about the check.
          post(
            `/api/v1/namespaces/\${NS}-${version.replace('.', '-')}/pods?dryRun=All`,
            pod(name, spec, Object.keys(annotations).length > 0 ? { annotations } : {}),
          ),
        ),
      ]),
    ),
  ),
};
