import { isJsonObject, type JsonObject, type JsonSchemaProps } from '@kb/apimachinery';
import { scaleProblems } from '../crd/check-scale.ts';
import type { Marker } from '../markers/marker-definition.ts';
import type { ScaleSubresource } from '../model/facts.ts';
import type { Kind } from '../model/model.ts';
import { type Doubt, doubt } from './doubt.ts';

/** Paths of the scale subresource that lead nowhere: every scaling fails then. */
export function scaleDoubts(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  markers: readonly Marker[],
): readonly Doubt[] {
  const scale = scaleOf(version);
  if (scale === undefined) return [];
  const patch = markers.find(({ name }) => name === 'kb:version');
  const marker = markers.find(({ name }) => name === 'kubebuilder:subresource:scale');
  return scaleProblems(scale, schema).map(({ argument, message }) =>
    doubt(
      marker?.argumentSpans.get(argument) ?? patch?.span ?? kind.facts.scaleSpan ?? kind.span,
      'KB_SCALE_PATH',
      `no object can be scaled: ${message}`,
      'name fields that hold whole numbers, such as .spec.replicas and .status.replicas, and text as the selector',
    ),
  );
}

function scaleOf({ subresources }: JsonObject): ScaleSubresource | undefined {
  const scale = isJsonObject(subresources) ? subresources['scale'] : undefined;
  if (!isJsonObject(scale)) return undefined;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    specReplicasPath: text(specReplicasPath),
    statusReplicasPath: text(statusReplicasPath),
    labelSelectorPath: text(labelSelectorPath),
  };
}
