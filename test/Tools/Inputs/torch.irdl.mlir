irdl.dialect @torch {
  irdl.operation @op {}
}
