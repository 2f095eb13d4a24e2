import { isJsonObject, type JsonObject } from '@kb/apimachinery';
import { about, flagMarker, int, json, namedMarker, optional, string, strings, valueMarker } from '../define-marker.ts';
import type { Conversion } from '../../model/facts.ts';
import { checkClientConfig } from '../../webhook/check-webhook.ts';
import {
  definitionPatchProblem,
  misspeltInDefinition,
  misspeltInVersion,
  versionPatchProblem,
} from '../definition-patch.ts';
import type { MarkerDefinition, MarkerEffect, ValueProblem } from '../marker-definition.ts';
import { dnsLabel } from './kind-markers.ts';

/**
 * What a CRD can say and controller-gen has no marker for. Without arguments, the service and its path are those that
 * kubebuilder's manifests have.
 */
export const kbMarkers: readonly MarkerDefinition[] = [
  namedMarker(
    {
      name: 'kb:conversion',
      targets: ['type'],
      summary: 'How the API server turns objects of one version of the kind into another.',
      example:
        '+kb:conversion:strategy=Webhook,serviceName=webhook-service,serviceNamespace=system,path=/convert,conversionReviewVersions=v1',
    },
    {
      strategy: about('Webhook: the operator is asked. None: only apiVersion is changed.', string),
      serviceName: about('The Service of the operator. Without it, webhook-service.', optional(string)),
      serviceNamespace: about('The namespace of the Service. Without it, system.', optional(string)),
      servicePort: about('The port of the Service. Without it, 443.', optional(int)),
      path: about('The path at which the operator serves it. Without it, /convert.', optional(string)),
      url: about(
        'Where it is, outside the cluster: https://host/path. This, or the arguments of a Service.',
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
      summary: 'The kind of lists of the kind. Without it, the kind with List behind.',
      example: '+kb:listKind=ShopCollection',
    },
    string,
    (listKind) => {
      if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(listKind))
        return `"${listKind}" is not a valid name of a kind: expected letters and digits, a capital first`;
      return { on: 'kind', apply: (facts) => void (facts.listKind = listKind) };
    },
  ),
  valueMarker(
    {
      name: 'kb:definition',
      targets: ['type'],
      summary:
        'A JSON merge patch over the spec of the CustomResourceDefinition: what no other marker says of it. Its group, versions, scope, kind and plural are said elsewhere.',
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
        'A JSON merge patch over what the CustomResourceDefinition says of this version besides its name and its schema: what no other marker says.',
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
      summary: 'The order of the versions in the CustomResourceDefinition. Without it, that of their names.',
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
        'Leaves apiVersion, kind and metadata, which the API server knows by itself, out of the schema, unless the kind declares them itself.',
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
  if (!dnsLabel.test(name)) return { argument: 'serviceName', message: `"${name}" is not a valid name of a service` };
  if (!dnsLabel.test(namespace))
    return { argument: 'serviceNamespace', message: `"${namespace}" is not a valid name of a namespace` };
  return placeProblem({ service: { ...service } });
}

/** What the API server would refuse of where the webhook is. */
function placeProblem(clientConfig: JsonObject): ValueProblem | undefined {
  const [problem] = checkClientConfig(clientConfig);
  if (problem === undefined) return undefined;
  const field = problem.path.slice(problem.path.lastIndexOf('.') + 1);
  return { argument: field === 'port' ? 'servicePort' : field, message: `${field} ${problem.message}` };
}
