/**
 * One thing that a sequence does. `${…}` in paths, headers and bodies stands for what an earlier step saved; `${NS}`
 * for the namespace of the sequence.
 */
export type Step = RequestStep | FramesStep | CompactStep;

/** One request, and its answer. */
export interface RequestStep {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, or in protobuf where the content type says so, unless it is a text or bytes. */
  readonly body?: unknown;
  /** Names in lower case. A body without a content type is sent as `application/json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps parts of the answer for later steps: by name, the dotted path in the body, or `headers.⟨name⟩`. */
  readonly save?: Readonly<Record<string, string>>;
  /** Headers of which only is compared whether they are there, beside those that every answer is compared by. */
  readonly presentHeaders?: readonly string[];
  /** True: the body is not compared (large ones, of which the headers matter). */
  readonly withoutBody?: boolean;
  /** True: the answer is not compared (what only prepares). */
  readonly quiet?: boolean;
  /**
   * True: the answer is asked for again, for some seconds, until it is not an error: for what the real server needs a
   * moment for.
   */
  readonly retry?: boolean;
  /**
   * True: the answer is asked for again until several in a row have the same ETag: for what the real server is still
   * writing.
   */
  readonly calm?: boolean;
  /**
   * A text: the answer is asked for again until its body, as JSON, holds it: for what the real server does a little
   * later.
   */
  readonly shows?: string;
  /**
   * True: the version of the list is compared too, with what was saved before: `<version NAME>`, or `<other version>`.
   * Default: a list has some version.
   */
  readonly compareVersion?: boolean;
  /**
   * Opens a watch under this name, and leaves it open: the step ends when the server has begun to answer. A {@link
   * FramesStep} says what came.
   */
  readonly background?: string;
}

/** What came on a watch that an earlier step opened: its status, headers, and the frames since the last such step. */
export interface FramesStep {
  /** The name of the watch. */
  readonly framesOf: string;
  /** How many frames to wait for. Default: all, until the server ends the watch. */
  readonly count?: number;
  readonly save?: RequestStep['save'];
  readonly quiet?: boolean;
}

/**
 * The store forgets all states before the last, as it does every five minutes. Only in sequences that are `alone`, and
 * seldom: the real server needs 15 seconds.
 */
export interface CompactStep {
  /** Lists of older states that are 410 Expired then: these are waited for. */
  readonly compact: readonly string[];
}

/** Steps that are made one after another, of which all answers must be the same on the real API server and on ours. */
export interface Sequence {
  /** Unique: also the key of the recorded answers. */
  readonly name: string;
  readonly steps: readonly Step[];
  /**
   * True: nothing else happens on the server meanwhile. For sequences that look at, or change, what is not in their
   * namespace. Default: false.
   */
  readonly alone?: boolean;
}

/** Sequences about one part of the API. */
export interface Area {
  readonly name: string;
  readonly sequences: readonly Sequence[];
}

/** An answer, as it is compared. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body: JSON where it is some, the frames of a watch as a list, else the text. */
  readonly body: unknown;
}

/** A way to make requests: the real server, or ours. */
export interface Requester {
  /** Makes a request and waits for the whole answer. */
  send(request: RawRequest): Promise<RawAnswer>;
  /** Makes a request and waits only for the head of the answer. */
  open(request: RawRequest): Promise<OpenAnswer>;
  /** Makes the store forget all states before the last. */
  compact(): Promise<void>;
  /** Lets so many milliseconds pass, of the server's time. */
  pause(ms: number): Promise<void>;
  /** Where the server reaches the conversion webhook of the lab. Absent: nowhere. */
  readonly webhook?: LabWebhook | undefined;
}

/** Where the conversion webhook of the lab is: `${WEBHOOK}` and `${WEBHOOK_CA}` in steps. */
export interface LabWebhook {
  /** Such as `https://127.0.0.1:41234`. */
  readonly origin: string;
  /** As definitions have it: base64. */
  readonly caBundle: string;
}

/** A request as it is sent. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** The head of an answer. */
export interface RawHead {
  readonly status: number;
  /** Names in lower case; several values of a name are joined by a line break. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as it came. */
export interface RawAnswer extends RawHead {
  readonly body: Uint8Array;
}

/** An answer that is still coming. */
export interface OpenAnswer extends RawHead {
  /**
   * Waits until what came is enough, or the answer ends, or half a minute has passed; answers all that came since the
   * beginning.
   */
  read(isEnough: (body: Uint8Array) => boolean): Promise<Uint8Array>;
  /** Hangs up. */
  close(): void;
}
