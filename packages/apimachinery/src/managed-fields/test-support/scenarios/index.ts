import type { Scenario } from '../scenario.ts';
import { configMaps } from './config-maps.ts';
import { widgets } from './widgets.ts';
import { workloads } from './workloads.ts';

/** Every recorded sequence. */
export const scenarios: readonly Scenario[] = [...configMaps, ...widgets, ...workloads];
