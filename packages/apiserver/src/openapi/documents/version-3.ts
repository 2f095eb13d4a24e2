import type { JsonObject } from '@kb/apimachinery';
import { KUBERNETES_RELEASE } from '../../version.ts';
import { collectDefinitions, definitionOf } from '../definitions/definitions.ts';
import type { Content } from '../definitions/definition-name.ts';
import { byPath, commonParameters, type Operation, type Parameter, responseWords } from '../operations/operation.ts';
import { idAndTag } from '../operations/operation-id.ts';
import type { Described } from './described-api.ts';
import { contentsOf } from './contents-of.ts';

/** The OpenAPI 3 document of what is described; path by path, and definition by definition. */
export function* version3Document(described: Described): Generator<void, JsonObject> {
  const { operations, secured } = described;
  const schemas = yield* collectDefinitions(contentsOf(operations), described);
  const paths: [string, JsonObject][] = [];
  for (const [path, group] of byPath(operations)) {
    yield;
    paths.push([path, pathItem(group)]);
  }
  return {
    openapi: '3.0.0',
    info: secured
      ? { title: 'Kubernetes', version: KUBERNETES_RELEASE }
      : { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths: Object.fromEntries(paths),
    components: {
      ...(Object.keys(schemas).length > 0 && { schemas }),
      ...(secured && {
        securitySchemes: {
          BearerToken: {
            type: 'apiKey',
            description: 'Bearer Token authentication',
            name: 'authorization',
            in: 'header',
          },
        },
      }),
    },
  };
}

function pathItem(operations: readonly Operation[]): JsonObject {
  const { common, own } = commonParameters(operations);
  return {
    ...Object.fromEntries(
      operations.map((operation) => [operation.method, operationObject(operation, own.get(operation) ?? [])]),
    ),
    ...(common.length > 0 && { parameters: common.map(parameterObject) }),
  };
}

function operationObject(operation: Operation, parameters: readonly Parameter[]): JsonObject {
  const { kind, action, body, consumes, produces, responses } = operation;
  const { operationId, tag } = idAndTag(operation);
  return {
    tags: [tag],
    operationId,
    ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    ...(body && {
      requestBody: { content: contentObject(body.content, consumes), ...(body.required && { required: true }) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, content]) => [
        status,
        {
          description: responseWords[status] ?? '',
          ...(content !== undefined && { content: contentObject(content, produces) }),
        },
      ]),
    ),
    ...(action !== undefined && { 'x-kubernetes-action': action }),
    ...(kind && { 'x-kubernetes-group-version-kind': { ...kind } }),
  };
}

function parameterObject({ name, in: place, type }: Parameter): JsonObject {
  return { name, in: place, ...(place === 'path' && { required: true }), schema: { type, uniqueItems: true } };
}

function contentObject(content: Content, types: readonly string[]): JsonObject {
  const schema: JsonObject =
    content === 'text' ? { type: 'string' } : { $ref: `#/components/schemas/${definitionOf(content)}` };
  return Object.fromEntries(types.toSorted().map((type) => [type, { schema }]));
}
