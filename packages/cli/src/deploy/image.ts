import { CliError } from '../cli-error.ts';
import type { Manifest } from '../manifests/manifests.ts';

const COMPONENT = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/;
const HOST = /^(?:\[[0-9a-fA-F:]+\]|[a-zA-Z0-9.-]+)(?::[0-9]{1,5})?$/;
const TAG = /^[\w][\w.-]{0,127}$/;
const DIGEST = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-fA-F]{32,}$/;

/** The parts of an image's name. */
export interface ImageName {
  /** Registry and path, such as `registry.example.com:5000/team/operator`. */
  readonly repository: string;
  readonly tag: string | undefined;
  /** `sha256:…`. */
  readonly digest: string | undefined;
}

/**
 * Splits an image's name as container runtimes do: a registry may have a port, and a tag and a digest may both be
 * there. Throws a CliError if it is not one.
 */
export function parseImage(text: string): ImageName {
  const [named = '', digest, ...more] = text.split('@');
  const slash = named.lastIndexOf('/');
  const colon = named.indexOf(':', slash + 1);
  const repository = colon < 0 ? named : named.slice(0, colon);
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  const components = repository.split('/');
  const [first = ''] = components;
  const isHost = components.length > 1 && (first === 'localhost' || /[.:[A-Z]/.test(first));
  const path = isHost ? components.slice(1) : components;
  const isGood =
    more.length === 0 &&
    repository.length <= 255 &&
    (!isHost || HOST.test(first)) &&
    path.every((component) => COMPONENT.test(component)) &&
    (tag === undefined || TAG.test(tag)) &&
    (digest === undefined || DIGEST.test(digest));
  if (isGood) return { repository, tag, digest };
  throw new CliError('KB_INVALID_IMAGE', `"${text}" is not the name of an image`, {
    hint: 'Expected a name in lower case with an optional registry, tag and digest, such as registry.example.com:5000/team/operator:v1 (--image).',
  });
}

/** Returns the name unchanged. Throws a CliError if it is not that of an image. */
export function checkedImage(text: string): string {
  parseImage(text);
  return text;
}

/** The container of the operator, as kubebuilder's projects name it too. */
const MANAGER = 'manager';

/**
 * Replaces the image of the operator: of the container `manager` in the Deployment with the label `control-plane:
 * controller-manager`, or in the only Deployment. Throws a CliError if there is none.
 */
export function setManagerImage(manifests: readonly Manifest[], image: string): Manifest[] {
  const chosen = managerDeployment(manifests);
  if (chosen === undefined) {
    throw new CliError('KB_MANAGER_NOT_FOUND', 'the rendered manifests have no Deployment of the operator', {
      hint: `Expected one Deployment with the label control-plane: controller-manager, and a container named ${MANAGER}.`,
    });
  }
  return manifests.map((manifest) =>
    manifest === chosen ? { ...manifest, object: withImage(manifest.object, image) } : manifest,
  );
}

/** The operator's Deployment among rendered manifests; undefined if there is none, or if it has no name. */
export function managerKey(manifests: readonly Manifest[]): { namespace: string; name: string } | undefined {
  const { name, namespace = 'default' } = managerDeployment(manifests)?.object.metadata ?? {};
  return name === undefined ? undefined : { namespace, name };
}

/** The Deployment of the operator among rendered manifests; undefined if there is none. */
export function managerDeployment(manifests: readonly Manifest[]): Manifest | undefined {
  const deployments = manifests.filter(
    ({ object }) => object.kind === 'Deployment' && containersOf(object).some(isManager),
  );
  const labelled = deployments.filter(
    ({ object }) => object.metadata.labels?.['control-plane'] === 'controller-manager',
  );
  return labelled.length === 1 ? labelled[0] : deployments.length === 1 ? deployments[0] : undefined;
}

/** What is read and written of a workload. */
interface Workload {
  readonly spec?: {
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly name?: unknown }[] } };
  };
}

type ManifestObject = Manifest['object'];

function containersOf(object: ManifestObject): readonly { readonly name?: unknown }[] {
  // Rendered YAML has any shape: a container list that is not one is refused by the API server.
  const containers = (object as Workload).spec?.template?.spec?.containers;
  return Array.isArray(containers) ? containers : [];
}

function isManager({ name }: { readonly name?: unknown }): boolean {
  return name === MANAGER;
}

function withImage(object: ManifestObject, image: string): ManifestObject {
  const workload = object as ManifestObject & Workload;
  const containers = containersOf(object).map((container) =>
    isManager(container) ? { ...container, image } : container,
  );
  const template = { ...workload.spec?.template, spec: { ...workload.spec?.template?.spec, containers } };
  const changed: ManifestObject & Workload = { ...workload, spec: { ...workload.spec, template } };
  return changed;
}
