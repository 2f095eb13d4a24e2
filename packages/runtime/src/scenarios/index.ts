export { lateTimers, type LateTimers } from '../testdata/late-timers.ts';
export { racks, widgetDefinition, widgets } from '../testdata/widgets.ts';
export { findScenarios, type FoundScenarios, type ScenarioFile } from './find-scenarios.ts';
export { interceptedTransport, type Interception } from './intercepted-transport.ts';
export { playRestoredBackup, type RestorableServer, type RestoredBackupPlace } from './restored-backup.ts';
export type { Interceptor, Scenario, ScenarioEnvironment } from './scenario.ts';
export { createLoopbackPlace } from './loopback-place-adapter.ts';
export type { ServingPlace } from './serving-place.ts';
