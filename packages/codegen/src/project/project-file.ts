/**
 * The project file (`PROJECT`, YAML): kubebuilder's schema version 3, with the same meaning of every key that it
 * shares. kb's own keys are `paths`, `namespace` and `generate`. Keys that kb does not know are kept as they are.
 */
export interface ProjectFile {
  /** Version of the schema of this file. */
  readonly version: '3';
  /** Suffix of the project's API groups, such as `example.com`. */
  readonly domain: string;
  /** The location of the project, such as `example.com/api`. Only a name: nothing is fetched from there. */
  readonly repo: string;
  /** Name of the project: prefix of its deployed objects, and scope of its packages. A DNS label. */
  readonly projectName: string;
  /** The tools whose layout the project has. `typescript.kb/v1` is kb's. */
  readonly layout: readonly string[];
  /** Version of kb that made the project. */
  readonly cliVersion?: string;
  /** True in a project that says that it has several groups, as kubebuilder's. Groups have folders without it too. */
  readonly multigroup?: boolean;
  /** True for an operator of the namespaces that WATCH_NAMESPACE lists. Default: of the whole cluster. */
  readonly namespaced?: boolean;
  /** The namespace that the operator is deployed to. Default: that of the name, such as `shop-system`. */
  readonly namespace?: string;
  /** The folders of the project. */
  readonly paths: ProjectPaths;
  /** Settings of the generator; flags override them. */
  readonly generate?: GenerateSettings;
  /** The kinds that the project has. */
  readonly resources: readonly ProjectResource[];
  /** Keys that kb does not know, as read. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** Folders, relative to the project file, with `/`. A list if the project can have several packages of a sort. */
export interface ProjectPaths {
  /** Packages with the API's types. Sources are in `src/<group>/<version>`. Default: `packages/api`. */
  readonly api: readonly string[];
  /** The package of the generated typed client. Default: `packages/client`. */
  readonly client: string;
  /** Packages with controllers, whose RBAC markers define the role. Default: `packages/controller`. */
  readonly controller: readonly string[];
  /**
   * Manifests: `crd/bases`, `crd/external`, `rbac/role.yaml` and `webhook/manifests.yaml` in it are generated. Default:
   * `config`.
   */
  readonly config: string;
  /** CRDs. Default: `crd/bases` in `config`. */
  readonly crd?: string;
  /**
   * CRDs of kinds that belong to other projects, for development and tests: they are not deployed. Default:
   * `crd/external` in `config`.
   */
  readonly externalCrd?: string;
  /** Roles. Default: `rbac` in `config`. */
  readonly rbac?: string;
  /** Webhook configurations. Default: `webhook` in `config`. */
  readonly webhook?: string;
}

/** Settings of the generator. */
export interface GenerateSettings {
  /**
   * Prefixes of other tools' markers, such as `genclient`, which kb ignores even if they resemble its own. Default:
   * none.
   */
  readonly ignoredMarkers?: readonly string[];
  /** Report warnings as errors: what API servers accept but is probably a mistake. Default: false. */
  readonly strict?: boolean;
  /** Allow floating point numbers in schemas: controller-gen's `crd:allowDangerousTypes`. Default: false. */
  readonly allowDangerousTypes?: boolean;
  /**
   * The maximum length of descriptions in CRDs, in bytes; 0 omits them: controller-gen's `crd:maxDescLen`. Default:
   * unlimited.
   */
  readonly maxDescriptionLength?: number;
  /**
   * Give fields of the type ObjectMeta in CRDs its whole schema: controller-gen's `crd:generateEmbeddedObjectMeta`.
   * Default: false.
   */
  readonly generateEmbeddedObjectMeta?: boolean;
  /**
   * Write `spec.preserveUnknownFields`, for CRDs that were first created with apiextensions.k8s.io/v1beta1:
   * controller-gen's `crd:deprecatedV1beta1CompatibilityPreserveUnknownFields`. Version v1 accepts only false. Default:
   * not written.
   */
  readonly preserveUnknownFields?: false;
  /**
   * A file of `#` comments for the head of every generated manifest, relative to the project file: controller-gen's
   * `headerFile`. Default: none.
   */
  readonly headerFile?: string;
  /**
   * A file of TypeScript comments for the head of every generated source, relative to the project file. Default: none.
   */
  readonly sourceHeaderFile?: string;
  /** The replacement for ` YEAR` in both: controller-gen's `year`. Default: nothing. */
  readonly year?: string;
  /**
   * `metadata.name` of roles whose markers do not name one: controller-gen's `rbac:roleName`. Default: `manager-role`.
   */
  readonly roleName?: string;
  /**
   * The file of the roles, in their folder: controller-gen's `rbac:fileName`. Default: `role.yaml`. `kb create api`
   * writes the name into the kustomization beside it with the first controller; when you change one, change the other.
   */
  readonly roleFile?: string;
}

/** A kind in the project file. */
export interface ProjectResource {
  /** Present when the kind is the project's own: it has types, and a CRD is generated. */
  readonly api?: {
    readonly crdVersion: 'v1';
    readonly namespaced?: boolean;
    /** Keys that kb does not know, as read. */
    readonly other?: Readonly<Record<string, unknown>>;
  };
  /** True when the project has one controller for the kind, with the kind's name. */
  readonly controller?: boolean;
  /** Controllers with names of their own. If there are any, `controller` has no effect. */
  readonly controllers?: readonly ProjectController[];
  /** True when the kind is one of Kubernetes' own. */
  readonly core?: boolean;
  /** The domain: the full group after the group's own name; absent or empty if there is none. */
  readonly domain?: string;
  /** True when the kind belongs to another project, whose CRD was imported. */
  readonly external?: boolean;
  /** The group's own name, such as `batch`; absent or empty if the group is only the domain. */
  readonly group?: string;
  readonly kind: string;
  /** Where the types of a kind of another project come from, in kubebuilder's projects: a Go module. */
  readonly module?: string;
  /** The module specifier of the types, such as `@example/api/batch/v1alpha1`. */
  readonly path?: string;
  /** The plural, if it is not the kind's regular one. */
  readonly plural?: string;
  readonly version: string;
  /** The webhooks that the project has for the kind. */
  readonly webhooks?: ProjectWebhooks;
  /** Keys that kb does not know, as read. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** A controller with a name of its own in the project file. */
export interface ProjectController {
  /** A DNS label, such as `captain-backup`. */
  readonly name: string;
  /** Keys that kb does not know, as read. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** The webhooks of a kind in the project file. */
export interface ProjectWebhooks {
  readonly webhookVersion: 'v1';
  readonly defaulting?: boolean;
  readonly validation?: boolean;
  /** True at the version of the kind that all others are converted to, the hub. */
  readonly conversion?: boolean;
  /** The versions that are converted to the hub, and back. */
  readonly spoke?: readonly string[];
  /** The path of the defaulting webhook, if it is not the default one. */
  readonly defaultingPath?: string;
  /** The path of the validating webhook, if it is not the default one. */
  readonly validationPath?: string;
  /** Keys that kb does not know, as read. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** The name of the project file. */
export const PROJECT_FILE_NAME = 'PROJECT';

/** The `layout` of the projects that kb creates. */
export const PROJECT_LAYOUT = 'typescript.kb/v1';

/** The default folders of a project. */
export const defaultProjectPaths: ProjectPaths = {
  api: ['packages/api'],
  client: 'packages/client',
  controller: ['packages/controller'],
  config: 'config',
};

/**
 * The full API group of a resource: `batch.example.com`; only the domain or only the group's own name if the other is
 * absent.
 */
export function groupOfResource(resource: Pick<ProjectResource, 'group' | 'domain'>): string {
  return [resource.group, resource.domain].filter((part) => part !== undefined && part !== '').join('.');
}

/** The namespace that a project's operator is deployed to. */
export function operatorNamespace({
  projectName,
  namespace,
}: {
  readonly projectName: string;
  readonly namespace?: string | undefined;
}): string {
  return namespace ?? `${projectName}-system`;
}

/** The names of the controllers of a resource; one without a name of its own has the kind's, in lower case. */
export function controllersOfResource({
  controller,
  controllers = [],
  kind,
}: Pick<ProjectResource, 'controller' | 'controllers' | 'kind'>): string[] {
  if (controllers.length > 0) return controllers.map(({ name }) => name);
  return controller === true ? [kind.toLowerCase()] : [];
}
