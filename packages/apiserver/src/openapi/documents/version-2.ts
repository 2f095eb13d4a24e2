import { AGGREGATOR_GROUP } from '../../aggregation/api-services.ts';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { KUBERNETES_RELEASE } from '../../version.ts';
import { collectDefinitions, definitionOf } from '../definitions/definitions.ts';
import { reducedDefinition } from '../definitions/reduced-definition.ts';
import type { Content } from '../definitions/definition-name.ts';
import { byPath, commonParameters, type Operation, type Parameter, responseWords } from '../operations/operation.ts';
import { idAndTag } from '../operations/operation-id.ts';
import { sortedByName } from '../definitions/sorted-by-name.ts';
import type { Described } from './described-api.ts';
import { contentsOf } from './contents-of.ts';

/** The OpenAPI 2 document of what is described; path by path, and definition by definition. */
export function* version2Document(described: Described): Generator<void, JsonObject> {
  const { operations } = described;
  const shared = new Map<string, JsonObject>();
  const paths: [string, JsonObject][] = [];
  for (const [path, group] of byPath(operations)) {
    yield;
    paths.push([path, pathItem(group, shared)]);
  }
  const definitions: [string, JsonValue][] = [];
  for (const [name, schema] of Object.entries(yield* collectDefinitions(contentsOf(operations), described))) {
    yield;
    definitions.push([name, isJsonObject(schema) ? reducedDefinition(schema) : schema]);
  }
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: KUBERNETES_RELEASE },
    paths: Object.fromEntries(paths),
    definitions: Object.fromEntries(definitions),
    parameters: Object.fromEntries(sortedByName(shared)),
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  };
}

function pathItem(operations: readonly Operation[], shared: Map<string, JsonObject>): JsonObject {
  const { common, own } = commonParameters(operations);
  return {
    ...Object.fromEntries(
      operations.map((operation) => [operation.method, operationObject(operation, own.get(operation) ?? [], shared)]),
    ),
    ...(common.length > 0 && { parameters: common.map((parameter) => parameterObject(parameter, shared)) }),
  };
}

function operationObject(operation: Operation, own: readonly Parameter[], shared: Map<string, JsonObject>): JsonObject {
  const { kind, action, body, consumes, produces, responses } = operation;
  const { operationId, tag } = idAndTag(operation);
  const parameters = [
    ...(body ? [bodyParameter(body, shared)] : []),
    ...own.map((parameter) => parameterObject(parameter, shared)),
  ];
  return {
    ...(consumes.length > 0 && { consumes: [...consumes] }),
    produces: [...produces],
    schemes: ['https'],
    tags: [tag],
    operationId,
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, content]) => [
        status,
        { description: responseWords[status] ?? '', ...(content !== undefined && { schema: schemaOf(content) }) },
      ]),
    ),
    ...(action !== undefined && { 'x-kubernetes-action': action }),
    ...(kind && {
      'x-kubernetes-group-version-kind':
        // The aggregator writes its own operations, and merges the others, in which keys are sorted.
        kind.group === AGGREGATOR_GROUP
          ? { group: kind.group, version: kind.version, kind: kind.kind }
          : { group: kind.group, kind: kind.kind, version: kind.version },
    }),
  };
}

/** Bodies that do not belong to a kind, which are shared. */
const sharedBodies: Readonly<Record<string, string>> = {
  'meta/v1.DeleteOptions': 'body-2Y1dVQaQ',
  'meta/v1.Patch': 'body-78PwaGsr',
};

function bodyParameter(
  { content, required }: NonNullable<Operation['body']>,
  shared: Map<string, JsonObject>,
): JsonObject {
  const parameter: JsonObject = { name: 'body', in: 'body', ...(required && { required }), schema: schemaOf(content) };
  const name = content !== 'text' && 'type' in content ? sharedBodies[content.type] : undefined;
  return name === undefined ? parameter : keep(name, parameter, shared);
}

function parameterObject(
  { name, in: place, type, shared: suffix }: Parameter,
  shared: Map<string, JsonObject>,
): JsonObject {
  const parameter: JsonObject = {
    uniqueItems: true,
    type,
    name,
    in: place,
    ...(place === 'path' && { required: true }),
  };
  return suffix === undefined ? parameter : keep(`${name}-${suffix}`, parameter, shared);
}

function keep(name: string, parameter: JsonObject, shared: Map<string, JsonObject>): JsonObject {
  shared.set(name, parameter);
  return { $ref: `#/parameters/${name}` };
}

function schemaOf(content: Content): JsonObject {
  return content === 'text' ? { type: 'string' } : { $ref: `#/definitions/${definitionOf(content)}` };
}
