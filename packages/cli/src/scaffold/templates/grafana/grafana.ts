import type { ScaffoldFile } from '../../scaffold-file.ts';
import { jsonText } from '../workspace/json-text.ts';
import { CUSTOM_METRICS, customMetricsConfig } from './custom-metrics.ts';
import { resourcesDashboard } from './resources-dashboard.ts';
import { runtimeDashboard } from './runtime-dashboard.ts';

/** The dashboards of an operator, and the list of the author's own metrics, in kubebuilder's places. */
export function grafanaFiles(): ScaffoldFile[] {
  return [
    { path: 'grafana/controller-runtime-metrics.json', content: jsonText(runtimeDashboard()), whenThere: 'keep' },
    { path: 'grafana/controller-resources-metrics.json', content: jsonText(resourcesDashboard()), whenThere: 'keep' },
    { path: CUSTOM_METRICS, content: customMetricsConfig, whenThere: 'keep' },
  ];
}
