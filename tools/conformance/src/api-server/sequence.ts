/** One request of a sequence. `${…}` in paths and bodies stands for what an earlier step saved; `${NS}` for the namespace of the sequence. */
export interface Step {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown;
  /** Names in lower case. A body without a content type is sent as `application/json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Keeps parts of the answer for later steps: by name, the dotted path in the body. */
  readonly save?: Readonly<Record<string, string>>;
  /** True: the answer is not compared (what only prepares). */
  readonly quiet?: boolean;
  /** True: the answer is asked for again, for some seconds, until it is no error: for what the real server needs a moment for. */
  readonly retry?: boolean;
}

/** Requests that are made one after another, of which all answers must be the same on the real API server and on ours. */
export interface Sequence {
  /** Unique: also the key of the recorded answers. */
  readonly name: string;
  readonly steps: readonly Step[];
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
  send(request: { method: string; path: string; headers: Record<string, string>; body?: string }): Promise<RawAnswer>;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; several values of a name are joined by a line break. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}
