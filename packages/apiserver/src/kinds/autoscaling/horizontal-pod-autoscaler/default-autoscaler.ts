import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, ensureObject } from '../../../objects/api-object.ts';
import { setDefaults } from '../../shared/set-default.ts';
import { withAnnotations } from './annotations.ts';

/** The defaults of a HorizontalPodAutoscaler (autoscaling/v2). */
export function defaultHorizontalPodAutoscaler(autoscaler: ApiObject): void {
  // The older version's annotations are fields of this version.
  autoscaler.metadata = withAnnotations(autoscaler.metadata);
  const spec = ensureObject(autoscaler, 'spec');
  setDefaults(spec, { minReplicas: 1 });
  if (!Array.isArray(spec.metrics) || spec.metrics.length === 0) {
    spec.metrics = [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ];
  }
  if (!isJsonObject(spec.behavior)) return;
  const [fast, all] = [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ];
  setDefaults(ensureObject(spec.behavior, 'scaleUp'), {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [fast, all],
  });
  setDefaults(ensureObject(spec.behavior, 'scaleDown'), { selectPolicy: 'Max', policies: [all] });
}
