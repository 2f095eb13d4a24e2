import type { Area } from '../../sequence.ts';
import { autoscalerTables } from './autoscalers.ts';
import { clusterTables } from './cluster.ts';
import { customTables } from './custom.ts';
import { eventTables } from './events.ts';
import { tableForms } from './forms.ts';
import { podTables } from './pods.ts';
import { serviceTables } from './services.ts';
import { storageTables } from './storage.ts';
import { workloadTables } from './workloads.ts';

/** Tables of all kinds. */
export const tableAreas: readonly Area[] = [
  tableForms,
  podTables,
  workloadTables,
  serviceTables,
  clusterTables,
  storageTables,
  autoscalerTables,
  eventTables,
  customTables,
];
