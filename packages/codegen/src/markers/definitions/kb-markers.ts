import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import {
  about,
  flagMarker,
  int,
  json,
  namedMarker,
  optional,
  string,
  strings,
  valueMarker,
} from '../define/define-marker.ts';
import type { Conversion } from '../../facts/facts.ts';
import { checkClientConfig } from '../../facts/check-webhook.ts';
import {
  definitionPatchProblem,
  misspeltInDefinition,
  misspeltInVersion,
  versionPatchProblem,
} from '../values/definition-patch.ts';
import type { MarkerDefinition, MarkerEffect, ValueProblem } from '../define/marker-definition.ts';
import { DNS_LABEL } from './kind-markers.ts';

/**
 * Markers for parts of a CRD that controller-gen has no marker for. The default service and path are those of
 * kubebuilder's manifests.
 */
export const kbMarkers: readonly MarkerDefinition[] = [
  namedMarker(
    {
      name: 'kb:conversion',
      targets: ['type'],
      summary: 'How the API server converts objects of the kind between versions.',
      example:
        '+kb:conversion:strategy=Webhook,serviceName=webhook-service,serviceNamespace=system,path=/convert,conversionReviewVersions=v1',
    },
    {
      strategy: about('Webhook: the operator converts them. None: only apiVersion is changed.', string),
      serviceName: about('The Service of the operator. Without it, webhook-service.', optional(string)),
      serviceNamespace: about('The namespace of the Service. Without it, system.', optional(string)),
      servicePort: about('The port of the Service. Without it, 443.', optional(int)),
      path: about('The path at which the operator serves the webhook. Without it, /convert.', optional(string)),
      url: about(
        'The URL of a webhook outside the cluster: https://host/path. Either this or the arguments of a Service.',
        optional(string),
      ),
      conversionReviewVersions: about(
        'The versions of ConversionReview that the operator understands, the best first. Without it, v1.',
        optional(strings),
      ),
    },
    ({ strategy, serviceName, serviceNamespace, servicePort, path, url, conversionReviewVersions }) => {
      const ofService = [serviceName, serviceNamespace, servicePort, path].some((value) => value !== undefined);
      if (strategy === 'None') {
        if (ofService || url !== undefined || conversionReviewVersions !== undefined)
          return 'with the strategy None there is no webhook to say something of';
        return conversionEffect({ strategy, reviewVersions: [] });
      }
      if (strategy !== 'Webhook')
        return { argument: 'strategy', message: `"${strategy}" is not a strategy: expected None or Webhook` };
      const reviewVersions = conversionReviewVersions ?? ['v1'];
      const odd = reviewVersions.find((version) => version !== 'v1' && version !== 'v1beta1');
      if (odd !== undefined)
        return {
          argument: 'conversionReviewVersions',
          message: `"${odd}" is not a version of ConversionReview: expected v1 or v1beta1`,
        };
      if (url === undefined) {
        const service = {
          name: serviceName ?? 'webhook-service',
          namespace: serviceNamespace ?? 'system',
          path: path ?? '/convert',
          ...(servicePort !== undefined && { port: servicePort }),
        };
        const wrong = serviceProblem(service);
        return wrong ?? conversionEffect({ strategy, service, reviewVersions });
      }
      if (ofService) return 'a webhook is at a service or at a url, not at both';
      return placeProblem({ url }) ?? conversionEffect({ strategy, url, reviewVersions });
    },
  ),
  valueMarker(
    {
      name: 'kb:listKind',
      targets: ['type'],
      summary: 'The kind of lists of the kind. Without it, the kind followed by List.',
      example: '+kb:listKind=ShopCollection',
    },
    string,
    (listKind) => {
      if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(listKind))
        return `"${listKind}" is not a valid name of a kind: expected letters and digits, beginning with a capital`;
      return { on: 'kind', apply: (facts) => void (facts.listKind = listKind) };
    },
  ),
  valueMarker(
    {
      name: 'kb:definition',
      targets: ['type'],
      summary:
        'A JSON merge patch of the spec of the CustomResourceDefinition, for what no other marker can set. Its group, versions, scope, kind and plural have their own markers.',
      example: '+kb:definition={"names": {"singular": null}}',
      doubtOf: (values) => misspeltInDefinition(values.get('') ?? null),
    },
    json,
    (patch) => {
      const problem = definitionPatchProblem(patch);
      if (problem !== undefined) return problem;
      return { on: 'kind', apply: (facts) => void (facts.definitionPatch = isJsonObject(patch) ? patch : {}) };
    },
  ),
  valueMarker(
    {
      name: 'kb:version',
      targets: ['type'],
      summary:
        "A JSON merge patch of the CustomResourceDefinition's entry of this version besides its name and its schema, for what no other marker can set.",
      example: '+kb:version={"subresources": {}}',
      doubtOf: (values) => misspeltInVersion(values.get('') ?? null),
    },
    json,
    (patch) => {
      const problem = versionPatchProblem(patch);
      if (problem !== undefined) return problem;
      return { on: 'kind', apply: (facts) => void (facts.versionPatch = isJsonObject(patch) ? patch : {}) };
    },
  ),
  valueMarker(
    {
      name: 'kb:versions',
      targets: ['type'],
      summary: 'The order of the versions in the CustomResourceDefinition. Without it, they are sorted by name.',
      example: '+kb:versions=v1beta1;v1',
    },
    strings,
    (versions) => {
      const twice = versions.find((version, index) => versions.indexOf(version) < index);
      if (twice !== undefined) return `the version ${twice} is there twice`;
      return { on: 'kind', apply: (facts) => void (facts.versionOrder = versions) };
    },
  ),
  flagMarker(
    {
      name: 'kb:withoutTypeMeta',
      targets: ['type'],
      summary:
        'Leaves apiVersion, kind and metadata out of the schema, unless the kind declares them itself. The API server adds them anyway.',
      example: '+kb:withoutTypeMeta',
    },
    { on: 'kind', apply: (facts) => void (facts.withoutTypeMeta = true) },
  ),
];

function conversionEffect(conversion: Conversion): MarkerEffect {
  return { on: 'kind', apply: (facts) => void (facts.conversion = conversion) };
}

type Service = NonNullable<Conversion['service']>;

function serviceProblem(service: Service): ValueProblem | undefined {
  const { name, namespace } = service;
  if (!DNS_LABEL.test(name)) return { argument: 'serviceName', message: `"${name}" is not a valid name of a service` };
  if (!DNS_LABEL.test(namespace))
    return { argument: 'serviceNamespace', message: `"${namespace}" is not a valid name of a namespace` };
  return placeProblem({ service: { ...service } });
}

/** The problem for which the API server would refuse the webhook's address. */
function placeProblem(clientConfig: JsonObject): ValueProblem | undefined {
  const [problem] = checkClientConfig(clientConfig);
  if (problem === undefined) return undefined;
  const field = problem.path.slice(problem.path.lastIndexOf('.') + 1);
  return { argument: field === 'port' ? 'servicePort' : field, message: `${field} ${problem.message}` };
}
