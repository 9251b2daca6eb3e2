import { client } from './generated/heyApi/client.gen';
import { createPartner, deletePartner, getPartner, listPartners } from './generated/heyApi';

client.setConfig({ baseUrl: process.env['API']?.replace(/\/$/, ''), auth: () => `Token ${process.env['TOKEN']}` });

async function main(): Promise<void> {
  const { data: created } = await createPartner({
    body: { name: 'City Hospital', slug: 'city-hospital' },
    throwOnError: true,
  });
  const { id, etag } = created;
  const { data: one } = await getPartner({ path: { id }, throwOnError: true });
  const { data: list } = await listPartners({ query: { page_size: 5, ordering: '-created' }, throwOnError: true });
  const { response, error } = await deletePartner({ path: { id }, headers: { 'if-match': etag } });
  if (error) throw new Error(error.code);
  console.log(`${one.name}, ${list.count} in the list, ${list.results[0]?.slug}, ${response?.status}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
