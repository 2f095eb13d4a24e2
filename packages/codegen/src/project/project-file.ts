/**
 * The project file (`PROJECT`, YAML): kubebuilder's schema version 3, with the same meaning of every key that it
 * shares. kb's own keys are `paths` and `generate`. Keys that kb does not know are kept as they are.
 */
export interface ProjectFile {
  /** Version of the schema of this file. */
  readonly version: '3';
  /** Suffix of the project's API groups, such as `example.com`. */
  readonly domain: string;
  /** Where the project lives, such as `example.com/api`. Only a name: nothing is fetched from there. */
  readonly repo: string;
  /** Name of the project: prefix of its deployed objects, and scope of its packages. A DNS label. */
  readonly projectName: string;
  /** What laid the project out. `typescript.kb/v1` is kb's. */
  readonly layout: readonly string[];
  /** Version of kb that made the project. */
  readonly cliVersion?: string;
  /** The folders of the project. */
  readonly paths: ProjectPaths;
  /** Settings of the generator; flags win over them. */
  readonly generate?: GenerateSettings;
  /** The kinds that the project has. */
  readonly resources: readonly ProjectResource[];
  /** Keys that kb does not know, as they were read. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** Folders, relative to the project file, with `/`. A list where the project has several packages of a sort. */
export interface ProjectPaths {
  /** Packages with the API's types. Sources are in `src/<group>/<version>`. Default: `packages/api`. */
  readonly api: readonly string[];
  /** The package that the typed client is generated into. Default: `packages/client`. */
  readonly client: string;
  /** Packages with controllers, whose RBAC markers make the role. Default: `packages/controller`. */
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
   * Prefixes of other tools' markers, such as `genclient`, which kb leaves alone even where they look like its own.
   * Default: none.
   */
  readonly ignoredMarkers?: readonly string[];
  /**
   * Warnings are errors: of what API servers take and nobody means, and of all else that is doubtful. Default: false.
   */
  readonly strict?: boolean;
  /** Floating point numbers are allowed in schemas: controller-gen's `crd:allowDangerousTypes`. Default: false. */
  readonly allowDangerousTypes?: boolean;
  /**
   * CRDs: descriptions longer than this are cut, 0 leaves them out: controller-gen's `crd:maxDescLen`. Default: they
   * stay whole.
   */
  readonly maxDescriptionLength?: number;
  /**
   * CRDs: fields of the type ObjectMeta get its whole schema: controller-gen's `crd:generateEmbeddedObjectMeta`.
   * Default: false.
   */
  readonly generateEmbeddedObjectMeta?: boolean;
  /**
   * CRDs: writes `spec.preserveUnknownFields`, for CRDs that were once made with apiextensions.k8s.io/v1beta1:
   * controller-gen's `crd:deprecatedV1beta1CompatibilityPreserveUnknownFields`. Version v1 takes only false. Default:
   * not written.
   */
  readonly preserveUnknownFields?: false;
  /**
   * A file of `#` comments that every generated manifest begins with, relative to the project file: controller-gen's
   * `headerFile`. Default: none.
   */
  readonly headerFile?: string;
  /**
   * A file of TypeScript comments that every generated source begins with, relative to the project file. Default: none.
   */
  readonly sourceHeaderFile?: string;
  /** What stands for ` YEAR` in both: controller-gen's `year`. Default: nothing. */
  readonly year?: string;
  /** `metadata.name` of roles whose markers name none: controller-gen's `rbac:roleName`. Default: `manager-role`. */
  readonly roleName?: string;
  /**
   * The file of the roles, in their folder: controller-gen's `rbac:fileName`. Default: `role.yaml`. The kustomization
   * beside it lists the name that held when `kb create api` made the first controller: a change of this is a change
   * there too.
   */
  readonly roleFile?: string;
}

/** A kind of the project. */
export interface ProjectResource {
  /** Present when the kind is the project's own: it has its types and makes its CRD. */
  readonly api?: { readonly crdVersion: 'v1'; readonly namespaced?: boolean };
  /** True when the project has a controller for the kind. */
  readonly controller?: boolean;
  /** What follows the group's own name in the full group; absent or empty where nothing does. */
  readonly domain?: string;
  /** True when the kind belongs to another project, whose CRD was imported. */
  readonly external?: boolean;
  /** The group's own name, such as `batch`; absent or empty where the group is the bare domain. */
  readonly group?: string;
  readonly kind: string;
  /** What the types are imported from, such as `@example/api/batch/v1alpha1`. */
  readonly path?: string;
  /** Only where it is not the kind's regular plural. */
  readonly plural?: string;
  readonly version: string;
  /** Keys that kb does not know, as they were read. */
  readonly other?: Readonly<Record<string, unknown>>;
}

/** The name of the project file. */
export const PROJECT_FILE_NAME = 'PROJECT';

/** The `layout` of the projects that kb makes. */
export const PROJECT_LAYOUT = 'typescript.kb/v1';

/** The folders of a project whose file does not name them. */
export const defaultProjectPaths: ProjectPaths = {
  api: ['packages/api'],
  client: 'packages/client',
  controller: ['packages/controller'],
  config: 'config',
};

/**
 * The full API group of a resource: `batch.example.com`; the bare domain or the bare group where it has only one of the
 * two.
 */
export function groupOfResource(resource: Pick<ProjectResource, 'group' | 'domain'>): string {
  return [resource.group, resource.domain].filter((part) => part !== undefined && part !== '').join('.');
}
