/** An e-mail address that breaks before its @ where it does not fit a line. */
export function EmailAddress({ of }: { of: string }) {
  const at = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
