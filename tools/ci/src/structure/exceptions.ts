/** What breaks the limits of structure-check.ts and is allowed for the present. */
export interface Exceptions {
  /** Files that import each other in a circle. */
  readonly fileCycles: readonly (readonly string[])[];
  /** Folders whose files import each other in a circle. */
  readonly folderCycles: readonly (readonly string[])[];
  /** Folders with more than 15 source files, and how many they have. */
  readonly folders: Readonly<Record<string, number>>;
  /** Files with more than 400 lines, and how many they have. */
  readonly files: Readonly<Record<string, number>>;
  /** Functions with more than 120 lines, and how many they have. */
  readonly functions: Readonly<Record<string, number>>;
}

/**
 * The present exceptions. Nothing is added here: a member or an entry is taken out once it is mended, and a number only
 * gets smaller.
 */
export const exceptions: Exceptions = {
  fileCycles: [
    ['packages/codegen/src/diagnostic/reporter.ts', 'packages/codegen/src/read/reporting-reader.ts'],
    [
      'packages/codegen/src/edit/edit-list.ts',
      'packages/codegen/src/edit/insert-import.ts',
      'packages/codegen/src/edit/list-edit.ts',
    ],
    ['packages/codegen/src/generate.ts', 'packages/codegen/src/pipeline.ts'],
    [
      'packages/codegen/src/import/declare/apimachinery-type.ts',
      'packages/codegen/src/import/declare/type-expression.ts',
    ],
    ['packages/codegen/src/import/read/check-names.ts', 'packages/codegen/src/import/read/read-definition.ts'],
    ['packages/codegen/src/import/read/read-definitions.ts', 'packages/codegen/src/import/read/unique-definitions.ts'],
    ['packages/runtime/src/client/apply-memory.ts', 'packages/runtime/src/client/uncached-apply-memory.ts'],
    [
      'packages/runtime/src/manager/connect-and-run.ts',
      'packages/runtime/src/manager/manager-servers.ts',
      'packages/runtime/src/manager/run-manager.ts',
    ],
    [
      'packages/runtime/src/serving/adapters/answer.ts',
      'packages/runtime/src/serving/adapters/node-server.ts',
      'packages/runtime/src/serving/http-server.ts',
    ],
    [
      'tools/conformance/src/api-server/generated/random-read.ts',
      'tools/conformance/src/api-server/generated/random-sequence.ts',
    ],
  ],
  folderCycles: [
    [
      'packages/codegen/src/client',
      'packages/codegen/src/crd',
      'packages/codegen/src/import',
      'packages/codegen/src/import/declare',
      'packages/codegen/src/import/merge',
      'packages/codegen/src/import/plan',
      'packages/codegen/src/import/plan/built-in',
      'packages/codegen/src/import/plan/drafts',
      'packages/codegen/src/import/plan/names',
      'packages/codegen/src/import/print',
      'packages/codegen/src/import/read',
      'packages/codegen/src/load',
      'packages/codegen/src/load/check',
      'packages/codegen/src/load/comments',
      'packages/codegen/src/load/computed',
      'packages/codegen/src/load/program',
      'packages/codegen/src/load/resolve',
      'packages/codegen/src/load/types',
      'packages/codegen/src/load/validation',
      'packages/codegen/src/markers',
      'packages/codegen/src/markers/definitions',
      'packages/codegen/src/markers/doc-tags',
      'packages/codegen/src/model',
      'packages/codegen/src/project',
      'packages/codegen/src/warnings',
      'packages/codegen/src/webhook',
      'packages/codegen/src/write',
      'packages/codegen/src/write/journal',
    ],
    ['packages/codegen/src/diagnostic', 'packages/codegen/src/read'],
    ['packages/runtime/src/certificates', 'packages/runtime/src/certificates/adapters'],
    ['packages/runtime/src/controller', 'packages/runtime/src/controller/source'],
    ['packages/runtime/src/election-thread', 'packages/runtime/src/election-thread/credentials'],
    ['packages/runtime/src/serving', 'packages/runtime/src/serving/adapters'],
    [
      'packages/runtime/src/webhook',
      'packages/runtime/src/webhook/admission',
      'packages/runtime/src/webhook/conversion',
    ],
    ['tools/conformance/src/generator', 'tools/conformance/src/type-errors', 'tools/conformance/src/type-errors/cases'],
    [
      'tools/conformance/src/import',
      'tools/conformance/src/import/byte-for-byte',
      'tools/conformance/src/import/imported-files',
      'tools/conformance/src/import/narrowness',
      'tools/conformance/src/import/round-trip',
    ],
  ],
  folders: {
    'packages/apimachinery/src/managed-fields': 31,
    'packages/apimachinery/src/schema': 18,
    'packages/cli/src': 19,
    'packages/codegen/src/crd': 24,
    'packages/codegen/src/import/declare': 21,
    'packages/codegen/src/load/program': 16,
    'packages/codegen/src/markers': 23,
    'packages/runtime/src': 16,
    'packages/runtime/src/cache': 22,
    'packages/runtime/src/controller': 24,
    'packages/runtime/src/manager': 23,
    'packages/runtime/src/reflector': 16,
    'tools/conformance/src/api-server/generated': 18,
    'tools/control-plane/src': 23,
  },
  files: { 'packages/runtime/src/reflector/reflector.ts': 427, 'tools/conformance/src/workloads/scenarios.ts': 425 },
  functions: {
    'packages/codegen/src/crd/schema-builder.ts createSchemaBuilder': 308,
    'packages/runtime/src/cache/cache-part.ts createCachePart': 128,
    'packages/runtime/src/cache/resource-entry.ts createResourceEntry': 276,
    'packages/runtime/src/controller/controller-runner.ts createControllerRunner': 128,
    'packages/runtime/src/controller/workers.ts runWorkers': 121,
    'packages/runtime/src/events/event-broadcaster.ts createEventBroadcaster': 138,
    'packages/runtime/src/informer/shared-informer.ts createSharedInformer': 215,
    'packages/runtime/src/leader-election/leader-elector.ts createLeaderElector': 136,
    'packages/runtime/src/manager/manager.ts createManagerWith': 126,
    'packages/runtime/src/queue/priority-queue.ts createPriorityQueue': 213,
    'packages/runtime/src/reflector/reflector.ts createReflector': 316,
    'packages/runtime/src/webhook/webhook-server.ts createWebhookServer': 141,
    'packages/testing/src/transports/faulty-transport.ts faultyTransport': 126,
    'tools/bench/src/generate/make-api.ts makeTypes': 123,
  },
};
