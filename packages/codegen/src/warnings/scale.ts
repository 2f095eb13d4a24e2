import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { type ScaleProblem, scaleProblems } from '../crd/checks/check-scale.ts';
import type { Marker } from '../markers/define/marker-definition.ts';
import type { ScaleSubresource } from '../facts/facts.ts';
import type { Kind } from '../model/model.ts';
import { type Warning, warning } from './warning.ts';

/** Warns of invalid paths of the scale subresource, with which every scaling fails. */
export function scaleWarnings(
  version: JsonObject,
  schema: JsonSchemaProps,
  kind: Kind,
  markers: readonly Marker[],
): readonly Warning[] {
  const scale = scaleOf(version);
  if (scale === undefined) return [];
  const patch = markers.find(({ name }) => name === 'kb:version');
  const marker = markers.find(({ name }) => name === 'kubebuilder:subresource:scale');
  return scaleProblems(scale, schema).map(({ argument, message }) =>
    warning(
      marker?.argumentSpans.get(argument) ?? patch?.span ?? kind.facts.scaleSpan ?? kind.span,
      'KB_SCALE_PATH',
      `no object can be scaled: ${message}`,
      hintOf(argument, message, scale),
    ),
  );
}

function hintOf(argument: ScaleProblem['argument'], message: string, scale: ScaleSubresource): string {
  const paths = {
    specpath: scale.specReplicasPath,
    statuspath: scale.statusReplicasPath,
    selectorpath: scale.labelSelectorPath,
  };
  const path = paths[argument] ?? '';
  const type = argument === 'selectorpath' ? 'string' : 'int32';
  return message.includes(' needs ')
    ? `give ${path} the type ${type}, or name a field that has it`
    : `declare ${path} with the type ${type}, or name a field that has it`;
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
