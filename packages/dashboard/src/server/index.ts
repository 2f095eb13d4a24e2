/**
 * The server of the live page: what `kb dev` and `kb dashboard` serve on loopback.
 *
 * @module
 */
export { type Dashboard, type DashboardOptions, startDashboard } from './start-dashboard.ts';
export { builtPageFolder } from './http/built-page.ts';
export { newSessionSecret } from './http/session-secret.ts';
export type { OwnKind } from './kinds/served-kinds.ts';
export type { ClusterHistory, ClusterWrite } from './history/cluster-history.ts';
export type { OperatorAction, OperatorSource } from './operator/operator-source.ts';
export { createRecordStore, type RecordStore, type RecordStoreOptions } from './operator/record-store.ts';
