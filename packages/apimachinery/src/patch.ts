/** JSON patches, merge patches and strategic merge patches. */
export { mergedPatch } from './patch/merged-patch.ts';
export { createJsonPatch, type CreatedJsonPatchOperation } from './patch/create-json-patch.ts';
export { applyJsonPatch, JsonPatchError, type JsonPatchOperation } from './patch/json-patch.ts';
export { formatJsonPointer, parseJsonPointer } from './patch/json-pointer.ts';
export { applyMergePatch, createMergePatch } from './patch/merge-patch.ts';
export {
  JsonPatchDecodeError,
  MAX_JSON_PATCH_OPERATIONS,
  type ReadJsonPatch,
  readJsonPatch,
} from './patch/read-json-patch.ts';
export { rejectedPatchStatus, StrategicMergePatchError, strategicMergePatchStatus } from './patch/strategic-errors.ts';
export { applyStrategicMergePatch } from './patch/strategic-merge-patch.ts';
