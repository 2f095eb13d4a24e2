export interface InnerStruct {
  foo?: string;
}

export interface OuterStruct {
  // +structType=atomic
  struct?: InnerStruct;
}
