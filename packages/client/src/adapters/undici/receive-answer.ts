import type { HttpResponse } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import type { Dispatcher } from 'undici';
import { type ByteStream, createByteStream } from './byte-stream.ts';

/** The answer of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  /** All bytes of a short answer; those of others as they come. Leaving the iteration ends the request. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** What a {@link receiveAnswer} heeds while its request waits and is under way. */
export interface RequestWatch {
  /** Ends it. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the request has a connection, in the turn of the event loop in which its head is written; what it
   * throws ends the request unsent, and leaves the connection to others. Default: nothing.
   */
  readonly onStart?: () => void;
}

/**
 * Answers that say that they have at most so many bytes are there whole with their headers: to hand them on piece by
 * piece costs more than to read them.
 */
const SHORT_ANSWER = 16 << 10;

/**
 * Sends a request. Resolves when the answer begins; with a short one when all of it is there. Rejects with undici's
 * error or what `onStart` threw, or at once with the reason of the signal; so does the iteration over the body.
 *
 * By undici's `dispatch` and not by its `request`, which makes a Readable for every answer: of the CPU of an operator
 * that applies children, that was a sixth.
 */
export function receiveAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  watch: RequestWatch = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new AnswerReceiver(resolve, reject, watch));
  });
}

/** How an {@link AnswerReceiver} steers what it receives. */
export interface AnswerController {
  /** Ends the request. */
  abort(reason: Error): void;
  /** No more of the answer, until `resume`. */
  pause(): void;
  resume(): void;
}

/**
 * Makes an answer of what a connection receives of it: undici calls it, and so does HTTP/2. A class, so that its
 * methods are not made for every request.
 */
export class AnswerReceiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onStart: (() => void) | undefined;
  readonly #onAbort = (): void => this.#abort();
  #controller: AnswerController | undefined;
  /** The answer's beginning, while all of it is awaited. */
  #begun: Omit<Answer, 'body'> | undefined;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #stream: ByteStream | undefined;

  constructor(resolve: (answer: Answer) => void, reject: (error: unknown) => void, { signal, onStart }: RequestWatch) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    this.#onStart = onStart;
    signal?.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: AnswerController): void {
    this.#controller = controller;
    // While it waited for a connection. What is thrown here ends the request before its head is written; an abort of
    // the controller would take the connection with it.
    this.#signal?.throwIfAborted();
    this.#onStart?.();
  }

  onResponseStart(controller: AnswerController, status: number, received: object): void {
    if (status < 200) return;
    // Node leaves values out of some types that are never undefined here.
    const headers = received as HttpResponse['headers'];
    const isShort = headers['content-encoding'] !== 'gzip' && Number(headers['content-length']) <= SHORT_ANSWER;
    if (isShort) {
      this.#begun = { status, headers };
      return;
    }
    this.#stream = createByteStream({
      onWanted: () => controller.resume(),
      onLeft: () => controller.abort(new Error('the answer was left')),
    });
    this.#resolve({ status, headers, body: this.#stream });
  }

  onResponseData(controller: AnswerController, piece: Uint8Array): void {
    if (this.#stream) {
      if (!this.#stream.push(piece)) controller.pause();
      return;
    }
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  onResponseEnd(): void {
    this.#unlink();
    if (this.#begun) this.#resolve({ ...this.#begun, body: new Uint8Array(concatBytes(this.#pieces, this.#length)) });
    this.#stream?.end();
  }

  onResponseError(_controller: AnswerController | undefined, error: unknown): void {
    this.#unlink();
    this.#reject(error);
    this.#stream?.fail(error);
  }

  #abort(): void {
    const reason: unknown = this.#signal?.reason;
    this.#unlink();
    this.#reject(reason);
    this.#stream?.fail(reason, true);
    // undici sees it only once the request has a connection, which takes as long as the server likes.
    this.#controller?.abort(reason as Error);
  }

  #unlink(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}
