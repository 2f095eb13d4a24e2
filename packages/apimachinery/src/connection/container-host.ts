import type { DeepReadonly, JsonObject } from '../json.ts';
import type { ObjectMetaInput } from '../object/object.ts';
import type { Connection, HttpRequest, HttpResponse } from './transport.ts';

/**
 * A Pod, a node or a claim as it is stored: of its fields, only the metadata has a type here. It must not be changed.
 */
export interface HostedPod {
  readonly metadata: DeepReadonly<ObjectMetaInput>;
  readonly spec?: DeepReadonly<JsonObject>;
  readonly status?: DeepReadonly<JsonObject>;
}

/** One run of a container of a Pod. */
export interface ContainerRunTarget {
  readonly pod: HostedPod;
  readonly container: string;
  readonly image: string;
  /** How often the container was restarted before this run. */
  readonly restartCount: number;
  /** When this run began, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** A line that a container has printed. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly stream: 'stdout' | 'stderr';
  /** Without the line break at its end. */
  readonly text: string;
}

/** The output of one run of a container. */
export interface ContainerOutput {
  /** What it has printed until now, oldest first. */
  readonly printed: Iterable<LogLine>;
  /**
   * What it prints from now on: called for clients that follow, after {@link printed} has been read. The lines end with
   * the run, or when the signal is aborted.
   */
  readonly follow: (signal: AbortSignal) => AsyncIterable<LogLine>;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** What connects a process in a container with a client. */
export interface ProcessStreams {
  /** The client's input. Empty if the client sends none. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Sends output to the client. Resolves when there is room for more; rejects when the client is gone. */
  readonly stdout: (bytes: Uint8Array) => Promise<void>;
  /** The same for errors. With a terminal, they go to {@link stdout}. */
  readonly stderr: (bytes: Uint8Array) => Promise<void>;
  /** The client has a terminal. */
  readonly tty: boolean;
  /** The sizes of the client's terminal, beginning with the first. */
  readonly sizes: AsyncIterable<TerminalSize>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a container uses. */
export interface ContainerUsage {
  /** Thousandths of a CPU. */
  readonly cpuMillis: number;
  /** Bytes. */
  readonly memoryBytes: number;
}

/** The node whose kubelet gets a request. */
export interface KubeletTarget {
  readonly node: HostedPod;
  /** Returns the Pods that are assigned to the node, in the order of their namespaces and names. */
  readonly pods: () => readonly HostedPod[];
  /** Returns a PersistentVolumeClaim. */
  readonly claim: (namespace: string, name: string) => HostedPod | undefined;
}

/**
 * What stands in for containers: the API server asks it for their output, and for processes and ports in them. A
 * rejection is reported to the client with the error's message.
 */
export interface ContainerHost {
  readonly logs: (target: ContainerRunTarget) => ContainerOutput;
  /** Runs a command; resolves with its exit code. Rejects if it cannot be started. */
  readonly exec: (target: ContainerRunTarget, command: readonly string[], streams: ProcessStreams) => Promise<number>;
  /** Connects a client with the container's own process; resolves when the process, or the client's interest, ends. */
  readonly attach: (target: ContainerRunTarget, streams: ProcessStreams) => Promise<void>;
  /** Connects to a port of a Pod. Rejects if nothing listens there. */
  readonly connect: (pod: HostedPod, port: number) => Promise<Connection>;
  /** What a container uses now. Absent: unknown, and the API server has no metrics.k8s.io. */
  readonly usage?: (target: ContainerRunTarget) => ContainerUsage;
  /**
   * Handles an HTTP request to the kubelet of a node, which the API server has authorized. Absent: nothing listens on
   * nodes.
   */
  readonly kubelet?: (target: KubeletTarget, request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;
}
