import { client } from './generated/heyApi/client.gen';
import { createPartner, deletePartner, getPartner, listPartners } from './generated/heyApi';

// The client asks for the credentials of each way that the description names, and the last one counts.
client.setConfig({
  baseUrl: process.env['API']?.replace(/\/$/, ''),
  auth: ({ scheme }) => (scheme === 'bearer' ? undefined : `Token ${process.env['TOKEN']}`),
});

async function main(): Promise<void> {
  const { data: created } = await createPartner({
    body: { name: 'City Hospital', slug: 'city-hospital' },
    throwOnError: true,
  });
  const { id, etag } = created;
  const { data: partner } = await getPartner({ path: { id }, throwOnError: true });
  const { data: list } = await listPartners({ query: { page_size: 5, ordering: '-created' }, throwOnError: true });
  const { data: read } = await listPartners({
    auth: ({ scheme }) => (scheme === 'bearer' ? process.env['SECRET'] : undefined),
    throwOnError: true,
  });
  const { response, error } = await deletePartner({ path: { id }, headers: { 'if-match': etag } });
  if (error) throw new Error(error.code);
  console.log(
    `${partner.name}, ${list.count} in the list, ${read.count} for a service, ${list.results[0]?.slug}, ${response?.status}`,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
