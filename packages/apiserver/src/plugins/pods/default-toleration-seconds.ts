import type { JsonObject } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import { ensureObject, objectsIn } from '../../objects/api-object.ts';

const taints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** DefaultTolerationSeconds: lets Pods stay for five minutes on a failed node by default. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  resources: ['pods'],
  mutate: ({ object }) => {
    const spec = ensureObject(object, 'spec');
    const tolerations = objectsIn(spec.tolerations);
    const missing = taints.filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
    if (missing.length === 0) return;
    spec.tolerations = [
      ...tolerations,
      ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 })),
    ];
  },
};

function tolerates({ key = '', effect = '' }: JsonObject, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}
