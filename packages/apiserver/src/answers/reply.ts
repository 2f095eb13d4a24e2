import type { Connection, DeepReadonly, HttpResponse, ListMeta } from '@kb/apimachinery';
import { toBytes } from '../http/encode.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { TableColumns } from '../resources/table-columns.ts';

/** The result of a handler; its encoding depends on what the client accepts. */
export type Reply = ObjectReply | ListReply | DocumentReply | RawReply | StreamReply | ConnectionReply | ProxiedReply;

/** One object. */
export interface ObjectReply {
  readonly type: 'object';
  readonly status: number;
  readonly object: FrozenObject;
  /** The columns of its table form. */
  readonly columns: TableColumns;
  /** True for a custom resource. */
  readonly custom: boolean;
}

/** Objects of one resource. */
export interface ListReply {
  readonly type: 'list';
  readonly resource: ServedResource;
  readonly items: readonly FrozenObject[];
  readonly metadata: DeepReadonly<Partial<ListMeta>>;
}

/** Anything else of the API: a Status, discovery. Never a table. */
export interface DocumentReply {
  readonly type: 'document';
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Unencoded bytes. */
export interface RawReply {
  readonly type: 'raw';
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A streamed body: a watch. */
export interface StreamReply {
  readonly type: 'stream';
  readonly contentType: string;
  /**
   * The headers of a WebSocket response, in which each chunk of the body is a message. Undefined: an ordinary HTTP
   * response.
   */
  readonly webSocket?: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The client's connection speaks another protocol from now on: the response is 101. */
export interface ConnectionReply {
  readonly type: 'connection';
  /** Names in lower case; `upgrade` names the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's end. */
  readonly connection: Connection;
}

/** The response of another server. Its headers are added to those of every response. */
export interface ProxiedReply {
  readonly type: 'proxied';
  readonly response: HttpResponse;
}

/** An error as text, as the kubelet and the proxies of kube-apiserver write it. */
export function textReply(status: number, text: string): RawReply {
  return { type: 'raw', status, contentType: 'text/plain; charset=utf-8', body: toBytes(text) };
}

/** A Status or another document. */
export function documentReply(status: number, body: object, headers?: Readonly<Record<string, string>>): DocumentReply {
  return { type: 'document', status, body, ...(headers && { headers }) };
}

/** An object of a resource, with the columns of that resource. */
export function objectReply(status: number, resource: ServedResource, object: FrozenObject): ObjectReply {
  return { type: 'object', status, object, columns: resource.columns, custom: resource.custom };
}
