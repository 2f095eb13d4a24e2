/**
 * The permissions of an operator: its ServiceAccount and roles as `config/rbac` deploys them, what it uses of them and
 * what they refuse, and the markers to write. For tools that run an operator under its own account, as `kb dev` does.
 *
 * @module
 */
export { formatRequest, markersOf, missingMarkers } from './markers.ts';
export { installRbac } from './operator-access.ts';
export { allows, type Permission, type PermissionRequest, permissionsOf, type RoleRule, uses } from './permission.ts';
export {
  createPermissionRecorder,
  grantedAdvice,
  isGranted,
  MissingPermissionError,
  type PermissionRecorder,
  type PermissionRecorderOptions,
  type RefusedRequest,
} from './permission-recorder.ts';
export { findOperatorRbac, type OperatorRbac, RbacFileError, userOf } from './read-rbac.ts';
