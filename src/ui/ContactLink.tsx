import { styled } from 'styled-components';
import { mailHref, phoneHref } from '../../contract/contactLinks.ts';
import { colour } from './tokens.ts';

/** A telephone number that calls it; numbers read from left to right in every script. It is above the link of its row. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <Out href={phoneHref(number)}>
      <bdi dir="ltr">{number}</bdi>
    </Out>
  );
}

/** An e-mail address that opens a message to it. A long one is broken before its domain first. */
export function MailLink({ email }: { email: string }) {
  const [name, domain] = email.split('@');
  return (
    <Out href={mailHref(email)}>
      {name}
      {domain !== undefined && (
        <>
          <wbr />@{domain}
        </>
      )}
    </Out>
  );
}

const Out = styled.a`
  position: relative;
  z-index: 1;
  color: ${colour.accentText};
  overflow-wrap: anywhere;
`;
