import type { NewPartner, Partner } from '../../../contract/partners.ts';

/** What the form of a partner holds; an empty text stands for nothing. */
export type PartnerValues = {
  name: string;
  slug: string;
  logo: string;
  category: string;
  address: string;
  contact_email: string;
  phone: string;
  website: string;
  custom_website: string;
} & Partial<Record<PartnerSwitch, boolean>>;

/** What is switched at once where a partner is there already, and part of the form while it is not. */
export const partnerSwitches = ['visibleInApp', 'display_venue', 'restrict_sessions'] as const;
type PartnerSwitch = (typeof partnerSwitches)[number];

/** The form of a partner that is not there yet. */
export const emptyPartner: PartnerValues = {
  name: '',
  slug: '',
  logo: '',
  category: '',
  address: '',
  contact_email: '',
  phone: '',
  website: '',
  custom_website: '',
  visibleInApp: false,
  display_venue: false,
  restrict_sessions: false,
};

/** A partner as the form holds one. */
export function valuesOf(partner: Partner): PartnerValues {
  return {
    name: partner.name,
    slug: partner.slug,
    logo: partner.logo?.id ?? '',
    category: partner.category ?? '',
    address: partner.address ?? '',
    contact_email: partner.contact_email ?? '',
    phone: partner.phone ?? '',
    website: partner.website ?? '',
    custom_website: partner.custom_website ?? '',
  };
}

/** What the server is told of a form. */
export function toPartner({ name, slug, ...values }: PartnerValues): NewPartner {
  const text = (value: string) => value.trim() || null;
  return {
    ...values,
    name: name.trim(),
    slug: slug.trim(),
    category: values.category || null,
    logo: values.logo || null,
    address: text(values.address),
    contact_email: text(values.contact_email),
    phone: text(values.phone),
    website: text(values.website),
    custom_website: text(values.custom_website),
  };
}
