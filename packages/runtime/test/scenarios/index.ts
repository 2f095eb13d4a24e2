export { lateTimers, type LateTimers } from '../../src/test-support/late-timers.ts';
export { racks, widgetDefinition, widgets } from '../../src/test-support/widgets.ts';
export { findScenarios, type FoundScenarios, type ScenarioFile } from './find-scenarios.ts';
export { interceptedTransport, type Interception } from './intercepted-transport.ts';
export { playRestoredBackup, type RestorableServer, type RestoredBackupPlace } from './restored-backup.ts';
export type { Interceptor, Scenario, ScenarioEnvironment } from './scenario.ts';
export { createLoopbackPlace } from './loopback-place-adapter.ts';
export type { ServingPlace } from './serving-place.ts';
