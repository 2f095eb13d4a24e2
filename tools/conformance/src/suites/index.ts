import type { Suite } from '../suite.ts';
import { kubectlConnectionsSuite, kubectlSuite, kubectlWorkloadsSuite } from '../kubectl/kubectl-suite.ts';
import { clientGoSuites } from '../client-go/client-go-suite.ts';
import { dashboardSuite } from '../dashboard/dashboard-suite.ts';
import { clientNodeSuite } from '../client-node/client-node-suite.ts';
import { metricsAuthenticationSuite } from '../metrics/authentication-suite.ts';
import { serverMetricsSuite } from '../metrics/server-metrics-suite.ts';
import { metricsSuite } from '../metrics/metrics-suite.ts';
import { clientSuite } from './client.ts';
import { killedSuite } from './killed.ts';
import { operatorSuite } from './operator.ts';
import { rulesSuite } from '../rules/rules-suite.ts';
import { runtimeSuite } from '../runtime/runtime-suite.ts';
import { workloadsSuite } from '../workloads/workloads-suite.ts';
import { storySuite } from './story.ts';
import { unionsSuite } from './unions.ts';
import { webhooksSuite } from '../webhooks/webhooks-suite.ts';

/** All suites that run on the embedded API server and on a real control plane, in the order in which they run. */
export const suites: readonly Suite[] = [
  storySuite,
  operatorSuite,
  killedSuite,
  clientSuite,
  runtimeSuite,
  workloadsSuite,
  unionsSuite,
  rulesSuite,
  kubectlSuite,
  kubectlWorkloadsSuite,
  kubectlConnectionsSuite,
  ...clientGoSuites,
  clientNodeSuite,
  metricsSuite,
  serverMetricsSuite,
  metricsAuthenticationSuite,
  webhooksSuite,
  dashboardSuite,
];
