import type { JsonObject } from '@kb/apimachinery';
import type { Conversion, KindFacts, PrinterColumn } from '../facts/facts.ts';

/**
 * Returns the entry of a version in a CustomResourceDefinition without its name and schema, before patches. `single`:
 * it is the only version.
 */
export function versionFactsAsJson(facts: KindFacts, single: boolean): JsonObject {
  return {
    ...(facts.columns.length > 0 && { additionalPrinterColumns: facts.columns.map(columnOf) }),
    ...(facts.deprecated && { deprecated: true }),
    ...(facts.deprecationWarning !== undefined && { deprecationWarning: facts.deprecationWarning }),
    ...(facts.selectableFields.length > 0 && {
      selectableFields: facts.selectableFields.map(({ jsonPath }) => ({ jsonPath })),
    }),
    served: facts.served,
    storage: facts.storage || single,
    ...subresourcesOf(facts),
  };
}

/** Returns `spec.conversion` as the JSON of a definition. */
export function conversionAsJson({ strategy, service, url, reviewVersions }: Conversion): JsonObject {
  if (strategy === 'None') return { strategy };
  return {
    strategy,
    webhook: {
      clientConfig: { ...(service !== undefined && { service: { ...service } }), ...(url !== undefined && { url }) },
      conversionReviewVersions: [...reviewVersions],
    },
  };
}

function columnOf({ name, type, jsonPath, description, format, priority }: PrinterColumn): JsonObject {
  return {
    ...(description !== undefined && description !== '' && { description }),
    ...(format !== undefined && format !== '' && { format }),
    jsonPath,
    name,
    ...(priority !== undefined && priority !== 0 && { priority }),
    type,
  };
}

/** As in controller-gen, printer columns alone give `subresources: {}`. */
function subresourcesOf({ statusSubresource, scaleSubresource, columns }: KindFacts): JsonObject {
  if (!statusSubresource && scaleSubresource === undefined && columns.length === 0) return {};
  return {
    subresources: {
      ...(scaleSubresource !== undefined && { scale: { ...scaleSubresource } }),
      ...(statusSubresource && { status: {} }),
    },
  };
}
