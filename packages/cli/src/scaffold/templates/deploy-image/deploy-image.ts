import { pluralOf, type ProjectFile } from '@kb/codegen';
import { SCOPE } from '../../../package-names.ts';
import type { KindNames } from '../../kind-names.ts';
import { sampleNamespace } from '../../../operator-namespace.ts';
import { text } from '../../scaffold-file.ts';
import { machineryTypes } from '../local-names.ts';

/** The container that an operator runs for each object of a kind: `kb create api --image`. */
export interface DeployImage {
  /** With tag or digest. */
  readonly image: string;
  /** What runs in the container. Default: what the image says. */
  readonly command?: readonly string[] | undefined;
  readonly port?: number | undefined;
  /** The user of the container. Default: that of the image, which may not be root. */
  readonly runAsUser?: number | undefined;
}

/** The line of a marker that says what the generator cannot know of a kind: an irregular plural, or the scope. */
export function resourceMarker({ kind, plural }: KindNames, namespaced: boolean): string {
  if (namespaced && plural === pluralOf(kind)) return '';
  return `\n    // +kubebuilder:resource:path=${plural}${namespaced ? '' : ',scope=Cluster'}`;
}

/** The types of a kind whose objects run an image. */
export function deployImageTypes(names: KindNames, { image, port }: DeployImage): string {
  const { kind, version } = names;
  const portField =
    port === undefined
      ? ''
      : `
      /** The port that the container listens on. */
      // +kubebuilder:validation:Minimum=1
      // +kubebuilder:validation:Maximum=65535
      // +kubebuilder:default=${port}
      containerPort?: int32;`;
  const { condition, base, imports } = machineryTypes(kind);
  return text(`
    import type { ${imports}, int32, int64 } from '${SCOPE}/apimachinery';

    // Edit this file, then run "npx kb generate": it is the source of the CRD and of the typed client.

    /** Desired state of ${article(kind)} ${kind}. */
    export interface ${kind}Spec {
      /** The number of Pods. */
      // +kubebuilder:validation:Minimum=0
      // +kubebuilder:default=1
      replicas?: int32;
      /** The image of the container. */
      // +kubebuilder:validation:MinLength=1
      // +kubebuilder:default="${image}"
      image?: string;${portField}
    }

    /** Observed state of ${article(kind)} ${kind}. */
    export interface ${kind}Status {
      /** The generation of the spec that this status speaks of. */
      observedGeneration?: int64;
      /** The number of Pods that are available. */
      availableReplicas?: int32;
      /** How it stands, by type. */
      // +listType=map
      // +listMapKey=type
      conditions?: ${condition}[];
    }

    /** ${kind} is a kind of the ${version} API. */
    // +kubebuilder:object:root=true
    // +kubebuilder:subresource:status${resourceMarker(names, true)}
    // +kubebuilder:printcolumn:name="Available",type=string,JSONPath=\`.status.conditions[?(@.type=="Available")].status\`
    // +kubebuilder:printcolumn:name="Replicas",type=integer,JSONPath=\`.status.availableReplicas\`
    // +kubebuilder:printcolumn:name="Age",type=date,JSONPath=\`.metadata.creationTimestamp\`
    export interface ${kind} extends ${base} {
      spec: ${kind}Spec;
      status?: ${kind}Status;
    }
  `);
}

/** A sample that states every field. */
export function deployImageSample(
  project: Pick<ProjectFile, 'projectName' | 'namespaced'>,
  { group, version, kind, lower }: KindNames,
  { image, port }: DeployImage,
): string {
  return text(`
    apiVersion: ${group}/${version}
    kind: ${kind}
    metadata:
      labels:
        app.kubernetes.io/name: ${project.projectName}
        app.kubernetes.io/managed-by: kustomize
      name: ${lower}-sample
      namespace: ${sampleNamespace(project)}
    spec:
      replicas: 1
      image: ${image}${port === undefined ? '' : `\n      containerPort: ${port}`}
  `);
}

function article(word: string): string {
  return /^[AEIOU]/.test(word) ? 'an' : 'a';
}
