import type { AuthorizationMode, SecretTokenDemand } from '@kb/apiserver';

/**
 * A step of a sequence. In paths, headers and bodies, `${…}` stands for a value that an earlier step saved, and `${NS}`
 * for the namespace of the sequence.
 */
export type Step = RequestStep | FramesStep | CompactStep | AuditStep | SignStep | SignClaimsStep;

/** One request, and its answer. */
export interface RequestStep {
  readonly method: string;
  readonly path: string;
  /** The body: sent as JSON, or in protobuf if the content type says so, unless it is a string or bytes. */
  readonly body?: unknown;
  /** Names in lower case. A body without a content type is sent as `application/json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Saves parts of the answer for later steps: by name, a dotted path in the body, or `headers.⟨name⟩`. The parts of a
   * token are saved, too: `⟨name⟩_header`, `⟨name⟩_claims`, `⟨name⟩_signature`.
   */
  readonly save?: Readonly<Record<string, string>>;
  /** True: the claims of the token in the status are compared, too; times as seconds since it was issued. */
  readonly showsClaims?: boolean;
  /** Headers whose presence is compared, but not their values, besides those that are compared in every answer. */
  readonly presentHeaders?: readonly string[];
  /** True: the body is not compared (for large bodies, when only the headers matter). */
  readonly withoutBody?: boolean;
  /** True: the answer is not compared (for steps that only prepare). */
  readonly quiet?: boolean;
  /**
   * True: the request is sent a second after the one before: managed fields are sorted by their times, in whole seconds,
   * and whether two requests fall into one second is chance.
   */
  readonly later?: boolean;
  /** True: the request is repeated, for some seconds, until it succeeds: for what takes the real server a moment. */
  readonly retry?: boolean;
  /**
   * True: the request is repeated until several answers in a row have the same ETag: for what the real server is still
   * computing.
   */
  readonly calm?: boolean;
  /**
   * A string: the request is repeated until the body, as JSON, contains it: for what the real server does a little
   * later.
   */
  readonly shows?: string;
  /** A string: the request is repeated until the body, as JSON, does not contain it. */
  readonly hides?: string;
  /** A string: the request is repeated until a `Warning` header contains it. */
  readonly warns?: string;
  /** A status: the request is repeated until the answer has it. */
  readonly until?: number;
  /**
   * True: the version of the list is compared too, with the saved values: `<version NAME>`, or `<other version>`.
   * Default: only whether the list has a version.
   */
  readonly compareVersion?: boolean;
  /**
   * Opens a watch under this name and leaves it open: the step ends when the response begins. A {@link FramesStep}
   * returns its frames.
   */
  readonly background?: string;
  /**
   * The name of the certificates that the client presents (see `lab/lab-certificates-adapter.ts`). Such a client has no
   * token, unless `headers` have one.
   */
  readonly certificate?: string;
}

/**
 * Returns what arrived on a watch that an earlier step opened: its status, its headers, and the frames since the last
 * such step.
 */
export interface FramesStep {
  /** The name of the watch. */
  readonly framesOf: string;
  /** The number of frames to wait for. Default: all, until the server ends the watch. */
  readonly count?: number;
  readonly save?: RequestStep['save'];
  readonly quiet?: boolean;
}

/**
 * Makes the store forget all states before the last, as it does every five minutes. Only in sequences that are `alone`,
 * and rarely: the real server needs 15 seconds.
 */
export interface CompactStep {
  /** Lists of older states; the step waits until they are 410 Expired. */
  readonly compact: readonly string[];
}

/** Returns the audit events of the requests since the last such step, in the order in which they were logged. */
export interface AuditStep {
  /** The number of events to wait for. */
  readonly auditEvents: number;
}

/**
 * Signs the token of a Secret of the sequence's namespace, as kube-controller-manager does, and saves it and its base64
 * (`⟨name⟩_base64`).
 */
export interface SignStep {
  readonly signTokenOf: {
    readonly secretName: string;
    readonly serviceAccount: SecretTokenDemand['serviceAccount'];
  };
  /** The name under which the token is saved. */
  readonly as: string;
}

/** Signs a token of any claims with the server's key, and saves it. */
export interface SignClaimsStep {
  readonly signClaims: object;
  /** Claims that are times, in seconds from now. Default: none. */
  readonly times?: Readonly<Record<string, number>>;
  /** The header, besides the algorithm. Default: nothing, not even the id of the key. */
  readonly header?: object;
  /** The name under which the token is saved. */
  readonly as: string;
}

/** Steps that run one after another, and whose answers must all be the same on the real API server and on ours. */
export interface Sequence {
  /** The unique name, also the key of the recorded answers. */
  readonly name: string;
  readonly steps: readonly Step[];
  /**
   * True: nothing else runs on the server meanwhile. For sequences that read or change something outside their
   * namespace. Default: false.
   */
  readonly alone?: boolean;
}

/** Sequences about one part of the API. */
export interface Area {
  readonly name: string;
  readonly sequences: readonly Sequence[];
  /** How its servers differ from those of other areas. Default: not at all. */
  readonly server?: AreaServer;
}

/** Options of the servers of an area. */
export interface AreaServer {
  /** Admission plugins to enable in addition to the default ones. Default: none. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Admission plugins to disable. Default: those that need controllers. */
  readonly disableAdmissionPlugins?: readonly string[];
  /** The real server has RBAC instead of AlwaysAllow. Default: AlwaysAllow. */
  readonly authorizationMode?: AuthorizationMode;
  /** Default: nothing is audited. */
  readonly auditPolicy?: object;
  /** An AdmissionConfiguration. Default: none. */
  readonly admissionConfiguration?: object;
  /**
   * The kubeconfig of the webhook plugins, in which `${WEBHOOK_HOST}` stands for `HOST:PORT` of the lab's webhooks;
   * the AdmissionConfiguration names its file. Default: none.
   */
  readonly webhookKubeconfig?: object;
  /** True: clients may authenticate with certificates of the lab's authority. Default: false. */
  readonly clientCertificates?: boolean;
}

/** Admission plugins that are disabled where an area does not say otherwise: no controllers make what they need. */
export const withoutControllers: readonly string[] = ['ServiceAccount'];

/** An answer, as it is compared. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body: JSON if it is JSON, a list of frames for a watch, else text. */
  readonly body: unknown;
}

/** Sends requests to a server: the real one, or ours. */
export interface Requester {
  /** Sends a request and waits for the whole answer. */
  send(request: RawRequest): Promise<RawAnswer>;
  /** Sends a request and waits only for the head of the answer. */
  open(request: RawRequest): Promise<OpenAnswer>;
  /** Makes the store forget all states before the last. */
  compact(): Promise<void>;
  /** Lets this many milliseconds of the server's time pass. */
  pause(ms: number): Promise<void>;
  /** Returns the audit events so far. Absent: the server has no audit policy. */
  readonly auditEvents?: () => readonly AuditedEvent[];
  /** Signs the token of a Secret with the server's key. */
  readonly signSecretToken: (demand: SecretTokenDemand) => string;
  /** Signs a token of any claims with the server's key. `header`: besides the algorithm. */
  readonly signClaims: (claims: object, header?: object) => string;
  /** The server's time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** The conversion webhook, as the server reaches it. Absent: there is none. */
  readonly webhook?: LabWebhook | undefined;
}

/** An audit event, of which these fields are read. */
export interface AuditedEvent {
  readonly auditID: string;
}

/** The address of webhooks and of the extension server: `${WEBHOOK}`, `${WEBHOOK_PORT}` and `${WEBHOOK_CA}` in steps. */
export interface LabWebhook {
  /** Its origin, such as `https://127.0.0.1:41234`. */
  readonly origin: string;
  /** The certificate authority in base64, as in definitions. */
  readonly caBundle: string;
}

/** A request as it is sent. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** What the client presents, without a token of its own. Default: the token of an administrator. */
  readonly certificate?: string;
}

/** The head of an answer. */
export interface RawHead {
  readonly status: number;
  /** Names in lower case; several values of a name are joined by a line break. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as it was received. */
export interface RawAnswer extends RawHead {
  readonly body: Uint8Array;
}

/** An answer that is still being received. */
export interface OpenAnswer extends RawHead {
  /**
   * Waits until `isEnough` accepts the body so far, the answer ends, or half a minute has passed; returns everything
   * received since the beginning.
   */
  read(isEnough: (body: Uint8Array) => boolean): Promise<Uint8Array>;
  /** Closes the connection. */
  close(): void;
}
