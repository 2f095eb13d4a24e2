import type { Strategy } from '../../../resources/strategy.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStatus, withStatusOnly } from '../../shared/generic-strategy.ts';
import { withAnnotations } from './annotations.ts';
import { horizontalPodAutoscalerColumns } from './autoscaler-columns.ts';
import { autoscalersInVersion1, autoscalersInVersion2, inVersion2 } from './conversion.ts';
import { defaultHorizontalPodAutoscaler } from './default-autoscaler.ts';
import { defaultVersion1, toVersion2 } from './versions.ts';

const strategy: Strategy = {
  ...withStatusOnly,
  resetInAllVersions: true,
  status: { ...genericStatus, resetInAllVersions: true },
};

/** HorizontalPodAutoscaler: stored as autoscaling/v2, and also served as autoscaling/v1. */
export const horizontalPodAutoscaler: BuiltInKind = {
  group: 'autoscaling',
  kind: 'HorizontalPodAutoscaler',
  version: 'v2',
  defaults: defaultHorizontalPodAutoscaler,
  strategy,
  columns: horizontalPodAutoscalerColumns,
  conversion: () => autoscalersInVersion2,
  otherVersions: {
    v1: {
      defaults: defaultVersion1,
      strategy: inVersion2(strategy),
      columns: {
        definitions: horizontalPodAutoscalerColumns.definitions,
        cells: (object, now) => horizontalPodAutoscalerColumns.cells(toVersion2(object), now),
      },
      metadataAlone: (metadata) => withAnnotations(metadata),
      conversion: autoscalersInVersion1,
    },
  },
};
